import { type LoginStep, unwrap } from '@headgate/client';
import { useEffect, useState } from 'react';
import { catalogue, useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { onReturn, person, signedIn, leaveEmpty } from '../../session/session';
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
    lead: 'Your session is over. Sign in again to continue here.',
    as: (name: string) => `Password of ${name}`,
    elsewhere: 'Open a new window',
    elsewhereHint: 'To use a passkey or your organization’s login, open a new window. This page continues when you have signed in there.',
    other: 'Use another account',
  },
  {
    title: 'Noch einmal anmelden',
    lead: 'Ihre Sitzung ist zu Ende. Melden Sie sich noch einmal an, dann geht es hier weiter.',
    as: (name: string) => `Passwort von ${name}`,
    elsewhere: 'Neues Fenster öffnen',
    elsewhereHint:
      'Für einen Passkey oder die Anmeldung über Ihre Organisation öffnen Sie ein neues Fenster. Sind Sie dort angemeldet, geht es hier weiter.',
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
  /** Names change hands, and another person may have signed in since: what waits here was meant by the person of this page. */
  const goOnAs = (id: string): void => (id === person() ? onBack() : location.replace('/'));
  const { run: goOn, error } = useAction(
    async () => ((await headgate.restore()) ? unwrap(await headgate.GET('/api/v1/me')).user.id : null),
    { onDone: (id) => id !== null && goOnAs(id) },
  );
  useEffect(() => onReturn(() => goOn(undefined)), [goOn]);
  const take = (taken: LoginStep): void => {
    setStep(taken);
    if (taken.kind !== 'tokens') return;
    goOnAs(taken.user.id);
    signedIn(taken.user.id);
  };
  return (
    <Dialog title={t.title} isOpen coversPage>
      <p>{t.lead}</p>
      {step?.kind === 'mfa' && <FactorStep step={step} onStep={take} onStartOver={() => setStep(null)} />}
      {step?.kind !== 'mfa' && me !== undefined && <ByPassword name={me.user.username} step={step} onStep={take} />}
      {step?.kind !== 'mfa' && <p>{t.elsewhereHint}</p>}
      <Problem error={error} />
      <Actions>
        <Button onClick={() => leaveEmpty('/signin')}>{t.other}</Button>
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
        required
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        autoFocus
      />
      <CheckField label={stay} checked={stays} onChange={({ target }) => setStays(target.checked)} />
      <Problem error={enter.error ?? (step?.kind === 'refused' ? step.error : null)} />
      <Button type="submit" look="primary" isBusy={enter.isRunning}>
        {submit}
      </Button>
    </Form>
  );
}
