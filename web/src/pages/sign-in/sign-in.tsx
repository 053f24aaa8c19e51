import { type LoginStep, unwrap } from '@headgate/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { takeFragment } from '../../session/next';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { later } from '../../ui/later';
import { Gate } from '../../ui/layout';
import { Problem } from '../../ui/notice';
import { DemoPeople } from './demo-people';
import { failureIn } from './failure';
import { useArrival } from './journey';
import { PasswordStep } from './password-step';
import { type SignOn, beginSignOn, takeJourney } from './sign-on';
import { texts } from './texts';

const route = getRouteApi('/open/signin');

/** Loaded for people who have a second factor. */
const FactorStep = later(async () => (await import('./factor-step')).FactorStep);

/** Loaded when a login at an identity provider has failed, or a session is over. */
const FailureNotice = later(async () => (await import('./failure-notice')).FailureNotice);

/** The name decides how the person proves who they are, so it is asked first. */
export function SignIn() {
  const t = useTexts(texts);
  const [journey] = useState(takeJourney);
  const { next = journey?.next, depth = 1, by, over } = route.useSearch();
  const navigate = useNavigate();
  const [failure] = useState(() => failureIn(takeFragment(), journey !== null));
  const [name, setName] = useState('');
  const [step, setStep] = useState<LoginStep | null>(null);
  const arrive = useArrival();
  const find = useAction(
    async (who: string) => {
      const signOn = by ? null : await signOnOf(who);
      if (signOn?.isRequired === true) await beginSignOn({ startUrl: signOn.startUrl, hint: who, next, stays: false });
      setStep(null);
      return { who, signOn, depth: depth + 1 };
    },
    { onDone: (done) => void navigate({ to: '/signin', search: { next, depth: done.depth, by } }) },
  );
  const startOver = (): void => history.back();
  const take = (taken: LoginStep): void => {
    if (taken.kind !== 'tokens') return setStep(taken);
    // If the person has gone back meanwhile.
    if (!location.search.includes('depth=')) return arrive(taken, next);
    // The page that was asked for replaces the first step, so that Back leads from there to before the sign-in.
    addEventListener('popstate', () => arrive(taken, next), { once: true });
    startOver();
  };
  // Not after a reload, which forgets who it was.
  const found = find.result?.depth === depth && find.result;
  if (found && step?.kind === 'mfa') {
    return (
      <Gate title={t.factorTitle}>
        <FactorStep step={step} onStep={take} onStartOver={startOver} />
      </Gate>
    );
  }
  if (found) {
    return <PasswordStep name={found.who} signOn={found.signOn} next={next} onStep={take} onStartOver={startOver} />;
  }
  return (
    <Gate title={t.title}>
      {(over || failure !== null) && <FailureNotice failure={failure} />}
      <Form onSubmit={() => find.run(name.trim())}>
        <TextField
          label={t.name}
          required
          name="username"
          autoComplete="username webauthn"
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoFocus
        />
        <Problem error={find.error} />
        <Button type="submit" look="primary" isBusy={find.isRunning}>
          {t.go}
        </Button>
      </Form>
      <DemoPeople onChoose={(who) => find.run(who)} />
    </Gate>
  );
}

/** The answer is only about a domain, so it does not reveal whether an account exists. */
async function signOnOf(name: string): Promise<SignOn | null> {
  if (!name.includes('@')) return null;
  const { sso } = unwrap(await headgate.POST('/api/auth/sso/discover', { body: { email: name } }));
  return sso === null ? null : { startUrl: sso.start_url, isRequired: sso.required };
}
