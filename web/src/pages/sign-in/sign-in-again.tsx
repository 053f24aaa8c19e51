import type { LoginStep } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { onReturn, signedIn } from '../../session/session';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { AccountName, CheckField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
import { FactorStep } from './factor-step';
import { texts as ofSignIn } from './texts';

const texts = catalogue(
  {
    title: 'Sign in again',
    lead: 'Your session is over: it ran out, or it was ended elsewhere. Once you have signed in again, this page goes on where it was.',
    as: (name: string) => `Password of ${name}`,
    elsewhere: 'Sign in in a new window',
    elsewhereHint: 'With a passkey or with your organization, sign in in a new window. This page goes on when you are done there.',
    other: 'Use another account',
  },
  {
    title: 'Noch einmal anmelden',
    lead: 'Ihre Sitzung ist zu Ende: Sie ist abgelaufen oder wurde anderswo beendet. Sobald Sie wieder angemeldet sind, geht es auf dieser Seite weiter.',
    as: (name: string) => `Passwort von ${name}`,
    elsewhere: 'In einem neuen Fenster anmelden',
    elsewhereHint:
      'Mit einem Passkey oder über Ihre Organisation melden Sie sich in einem neuen Fenster an. Danach geht es auf dieser Seite weiter.',
    other: 'Anderes Konto benutzen',
  },
);

/** Where the new window ends: it closes itself. */
const DONE = '/signed-in?again=1';

/**
 * The page stays as it is, out of sight, until its person has signed in again, here or in another tab. Another person gets a fresh
 * document.
 */
export function SignInAgain({ onBack }: { readonly onBack: () => void }) {
  const t = useTexts(texts);
  const me = useMe();
  const [step, setStep] = useState<LoginStep | null>(null);
  const { run: goOn, error } = useAction(() => headgate.restore(), { onDone: (isRestored) => isRestored && onBack() });
  useEffect(() => onReturn(() => goOn(undefined)), [goOn]);
  const take = (taken: LoginStep): void => {
    setStep(taken);
    if (taken.kind !== 'tokens') return;
    signedIn(taken.user.id);
    onBack();
  };
  return (
    <Dialog title={t.title} isOpen coversPage>
      <p>{t.lead}</p>
      {step?.kind === 'mfa' && <FactorStep step={step} onStep={take} onStartOver={() => setStep(null)} />}
      {step?.kind !== 'mfa' && me !== undefined && <ByPassword name={me.user.username} step={step} onStep={take} />}
      <p>{t.elsewhereHint}</p>
      <Problem error={error} />
      <Actions>
        <Button onClick={() => location.assign('/signin')}>{t.other}</Button>
        <Button onClick={() => window.open(`/signin?next=${encodeURIComponent(DONE)}`, '_blank', 'popup,width=520,height=720')}>
          {t.elsewhere}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface ByPasswordProps {
  readonly name: string;
  readonly step: LoginStep | null;
  readonly onStep: (step: LoginStep) => void;
}

function ByPassword({ name, step, onStep }: ByPasswordProps) {
  const t = useTexts(texts);
  const { stay, submit, ssoRequired } = useTexts(ofSignIn);
  const [password, setPassword] = useState('');
  const [stays, setStays] = useState(false);
  const enter = useAction(() => headgate.login({ username: name, password, stay_signed_in: stays }), { onDone: onStep });
  if (step?.kind === 'sso') return <p>{ssoRequired}</p>;
  return (
    <Form onSubmit={() => enter.run(undefined)}>
      <AccountName name={name} />
      <TextField
        label={t.as(name)}
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoFocus
      />
      <CheckField label={stay} checked={stays} onChange={({ target }) => setStays(target.checked)} />
      <Problem error={enter.error ?? (step?.kind === 'refused' ? step.error : null)} />
      <Button type="submit" look="primary" isBusy={enter.isRunning} disabled={password === ''}>
        {submit}
      </Button>
    </Form>
  );
}
