import type { LoginStep } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { takeAnswer } from '../../session/next';
import { stepUpCodes } from '../../session/step-up-window';
import { Button, LinkButton } from '../../ui/button';
import { Gate } from '../../ui/layout';
import { Loading, Problem } from '../../ui/notice';
import { failureIn } from './failure';
import { FailureNotice } from './failure-notice';
import { useArrival } from './journey';
import { FactorStep } from './factor-step';
import { keepLinkToken } from './link-token';
import { takeJourney } from './sign-on';
import { texts } from './texts';

/**
 * The result of the visit at the identity provider; read once, and removed from the address before anything else
 * happens.
 */
let answer: URLSearchParams | null = null;

/** Where a login at an identity provider ends. */
export function SignedIn() {
  const t = useTexts(texts);
  const [given] = useState(() => (answer ??= takeAnswer()));
  const [journey] = useState(takeJourney);
  // The page that was asked for, for another attempt.
  const search = journey?.next === undefined ? {} : { next: journey.next };
  const [step, setStep] = useState<LoginStep | null>(null);
  const arrive = useArrival();
  const navigate = useNavigate();
  const take = (taken: LoginStep): void => {
    if (taken.kind === 'tokens') arrive(taken, journey?.next);
    else setStep(taken);
  };
  const exchange = useAction(
    (code: string) => headgate.exchange({ code, code_verifier: journey?.verifier, stay_signed_in: journey?.stays ?? false }),
    { onDone: take },
  );
  const { run } = exchange;
  const code = given.get('code');
  const linkToken = given.get('link_token');
  const stepUpCode = given.get('step_up_code');
  const tested = given.get('test');
  const isForOther = given.has('again');
  useEffect(() => {
    answer = null;
    // The code of a login that began elsewhere may belong to an attacker, who sent it so that this person works in the
    // attacker's account unawares.
    if (code !== null && journey !== null) run(code);
    if (stepUpCode !== null) {
      stepUpCodes.send(stepUpCode);
      window.close();
    }
    if (tested !== null || isForOther) window.close();
    // The password may be asked for only in the browser in which the login began: with a mailed link, a person would
    // give it for another person's identity.
    if (linkToken !== null && journey !== null) {
      keepLinkToken({ token: linkToken, ...journey });
      void navigate({ to: '/signin/link', replace: true });
    }
  }, [code, linkToken, stepUpCode, tested, isForOther, run, navigate, journey]);
  if (stepUpCode !== null || isForOther) {
    return (
      <Gate title={t.provenTitle}>
        <p>{t.proven}</p>
      </Gate>
    );
  }
  if (tested !== null) {
    return (
      <Gate title={t.testedTitle}>
        <p>{t.tested}</p>
      </Gate>
    );
  }
  if (step?.kind === 'mfa') {
    return (
      <Gate title={t.factorTitle}>
        <FactorStep step={step} onStep={take} onStartOver={() => void navigate({ to: '/signin', search })} />
      </Gate>
    );
  }
  const failure = failureIn(given, journey !== null);
  const isUnasked = code === null && failure === null && (linkToken === null || journey === null);
  const error = exchange.error ?? (step?.kind === 'refused' ? step.error : null);
  const hasFailed = failure !== null || isUnasked || error !== null;
  return (
    <Gate title={hasFailed ? t.failed : t.endTitle}>
      {!hasFailed && (journey !== null || exchange.isRunning) && <Loading />}
      {!hasFailed && journey === null && code !== null && !exchange.isRunning && (
        <>
          <p>{t.begunElsewhere}</p>
          <Button look="primary" onClick={() => run(code)}>
            {t.goOnHere}
          </Button>
        </>
      )}
      {failure !== null && <FailureNotice failure={failure} />}
      {isUnasked && <p>{t.noAnswer}</p>}
      <Problem error={error} />
      {hasFailed && (
        <LinkButton to="/signin" search={search}>
          {t.back}
        </LinkButton>
      )}
    </Gate>
  );
}
