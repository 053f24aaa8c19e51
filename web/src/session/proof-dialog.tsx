import { type StepUp, unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../i18n/texts';
import { Button } from '../ui/button';
import { Actions, Dialog } from '../ui/dialog';
import { AccountName, TextField } from '../ui/field';
import { Form } from '../ui/form';
import { Problem } from '../ui/notice';
import { useAction } from './action';
import { headgate } from './client';
import { useMe } from './me';
import { canUsePasskeys, provePasskey } from './passkey';
import type { Question } from './proof';
import { stepUpCodes } from './step-up-window';

const texts = catalogue(
  {
    title: 'Confirm that it is you',
    lead: 'What you are about to do needs a fresh proof. Afterwards it continues by itself.',
    code: 'Code from your authenticator app',
    codeHint: 'Each code works once. If you have just used one, wait for the next.',
    password: 'Your password',
    passkey: 'Use a passkey',
    sso: 'Sign in at your identity provider',
    ssoHint: 'A window opens; this page continues when you are done there.',
    cancel: 'Cancel',
    confirm: 'Confirm',
    none: 'This session cannot prove it. Sign out, and sign in again.',
  },
  {
    title: 'Bestätigen Sie, dass Sie es sind',
    lead: 'Der nächste Schritt braucht einen frischen Nachweis. Danach geht es von selbst weiter.',
    code: 'Code aus Ihrer Authenticator-App',
    codeHint: 'Jeder Code gilt einmal. Haben Sie gerade einen benutzt, warten Sie auf den nächsten.',
    password: 'Ihr Passwort',
    passkey: 'Passkey benutzen',
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
    <Dialog title={t.title} isOpen onClose={() => answer(false)}>
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

function ByFactor({ onProven }: ByProps) {
  const t = useTexts(texts);
  const [code, setCode] = useState('');
  const byCode = useAction(
    async () => unwrap(await headgate.POST('/api/auth/mfa/step-up', { body: { method: 'totp', code: code.trim() } })),
    { onDone: onProven },
  );
  const byPasskey = useAction(
    async () => {
      const assertion = await provePasskey(unwrap(await headgate.POST('/api/auth/mfa/step-up/webauthn/options')));
      if (assertion === null) return false;
      unwrap(await headgate.POST('/api/auth/mfa/step-up', { body: { method: 'webauthn', assertion } }));
      return true;
    },
    { onDone: (isProven) => isProven && onProven() },
  );
  return (
    <>
      <Form onSubmit={() => byCode.run(undefined)}>
        <TextField
          label={t.code}
          hint={t.codeHint}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <Problem error={byCode.error} />
        <Button type="submit" look="primary" isBusy={byCode.isRunning} disabled={code.trim() === ''}>
          {t.confirm}
        </Button>
      </Form>
      {canUsePasskeys() && (
        <Button onClick={() => byPasskey.run(undefined)} isBusy={byPasskey.isRunning}>
          {t.passkey}
        </Button>
      )}
      <Problem error={byPasskey.error} />
    </>
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
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoComplete="current-password"
        autoFocus
      />
      <Problem error={confirm.error} />
      <Button type="submit" look="primary" isBusy={confirm.isRunning} disabled={password === ''}>
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
