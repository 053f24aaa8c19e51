import { type StepUp, unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { AccountName, TextField } from '../ui/field';
import { Form } from '../ui/form';
import { Problem, Shown } from '../ui/notice';
import { useAction } from './action';
import { headgate } from './client';
import { FactorForm } from './factor-form';
import { useMe } from './me';
import type { Question } from './proof';
import { useRead } from './read';
import { stepUpCodes } from './step-up-window';

const texts = catalogue(
  {
    title: 'Confirm that it is you',
    lead: 'What you are about to do needs a fresh proof. Afterwards it continues by itself.',
    password: 'Your password',
    sso: 'Sign in at your identity provider',
    ssoHint: 'A window opens; this page continues when you are done there.',
    cancel: 'Cancel',
    confirm: 'Confirm',
    none: 'This session cannot prove it. Sign out, and sign in again.',
  },
  {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'Der nächste Schritt braucht einen frischen Nachweis. Danach geht es von selbst weiter.',
    password: 'Ihr Passwort',
    sso: 'Beim Identitätsanbieter anmelden',
    ssoHint: 'Ein Fenster öffnet sich; diese Seite macht weiter, sobald Sie dort fertig sind.',
    cancel: 'Abbrechen',
    confirm: 'Bestätigen',
    none: 'In dieser Sitzung lässt sich das nicht nachweisen. Melden Sie sich ab und neu an.',
  },
);

interface ProofDialogProps {
  readonly needed: StepUp;
  readonly answer: Question['answer'];
}

/** Asks for a fresh proof, by each method that the service takes. */
export function ProofDialog({ needed, answer }: ProofDialogProps) {
  const t = useTexts(texts);
  const { methods } = needed;
  const proven = (): void => answer(true);
  return (
    <Dialog title={t.title} isOpen onClose={() => answer(false)} losesNothing>
      <p>{methods.length === 0 ? t.none : t.lead}</p>
      {methods.includes('mfa') && <ByFactor onProven={proven} />}
      {methods.includes('password') && <ByPassword onProven={proven} />}
      {methods.includes('sso') && <BySignOn onProven={proven} />}
      <Actions>
        <Button onClick={() => answer(false)}>{t.cancel}</Button>
      </Actions>
    </Dialog>
  );
}

interface ByProps {
  readonly onProven: () => void;
}

/** Proposes the factor that was used last, and recovery codes at the end. */
function ByFactor({ onProven }: ByProps) {
  const read = useRead('/api/v1/mfa/factors', {});
  return (
    <Shown of={read}>
      {({ factors, recovery_codes_left: left }) => {
        const latest = factors.toSorted((one, other) => (other.last_used_at ?? '').localeCompare(one.last_used_at ?? ''));
        const kinds = [...new Set(latest.map(({ type }) => type))];
        return (
          <FactorForm
            methods={left > 0 ? [...kinds, 'recovery_code'] : kinds}
            options={async () => unwrap(await headgate.POST('/api/auth/mfa/step-up/webauthn/options'))}
            prove={async (body) => {
              const { error } = await headgate.POST('/api/auth/mfa/step-up', { body });
              if (error !== undefined) return error;
              onProven();
              return null;
            }}
          />
        );
      }}
    </Shown>
  );
}

function ByPassword({ onProven }: ByProps) {
  const t = useTexts(texts);
  const me = useMe();
  const [password, setPassword] = useState('');
  const confirm = useAction(async () => unwrap(await headgate.POST('/api/auth/step-up/password', { body: { password } })), {
    onDone: onProven,
  });
  return (
    <Form onSubmit={() => confirm.run(undefined)}>
      <AccountName name={me?.user.username} />
      <TextField
        label={t.password}
        type="password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        autoFocus
      />
      <Problem error={confirm.error} />
      <Button type="submit" look="primary" isBusy={confirm.isRunning}>
        {t.confirm}
      </Button>
    </Form>
  );
}

/** In a window of its own, so that what waits here is not lost. */
function BySignOn({ onProven }: ByProps) {
  const t = useTexts(texts);
  const begin = useAction(async () => {
    const { start_url: start } = unwrap(await headgate.POST('/api/auth/step-up/sso'));
    const address = new URL(start, location.origin);
    address.searchParams.set('return_to', `${location.origin}/signed-in`);
    window.open(address, '_blank', 'popup,width=520,height=720');
  });
  const complete = useAction(
    async (code: string) => unwrap(await headgate.POST('/api/auth/step-up/sso/complete', { body: { step_up_code: code } })),
    { onDone: onProven },
  );
  const { run } = complete;
  useEffect(() => stepUpCodes.listen(run), [run]);
  return (
    <>
      <p>{t.ssoHint}</p>
      <Button look="primary" onClick={() => begin.run(undefined)} isBusy={begin.isRunning || complete.isRunning}>
        {t.sso}
      </Button>
      <Problem error={begin.error ?? complete.error} />
    </>
  );
}
