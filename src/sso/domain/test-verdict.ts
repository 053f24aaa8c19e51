import type { AssertedIdentity } from './asserted-identity.js';
import type { TestOutcome, TestStep } from './connection-test.js';
import { redactedClaims } from './redacted-claims.js';
import type { SsoFailed } from './sso.errors.js';

/**
 * Whether a login that was a test shows that the connection works. It does when whoever began the test came back as himself:
 * somebody else's login would say nothing about whether the administrators still get in.
 */
export function verdictOn(
  identity: AssertedIdentity,
  login: { readonly linkedUserId: number | null; readonly fault: SsoFailed | null },
  starter: { readonly id: number; readonly emailKey: string },
): { readonly hasPassed: boolean; readonly steps: readonly TestStep[]; readonly outcome: TestOutcome } {
  const { linkedUserId, fault } = login;
  const isStarter = linkedUserId === null ? keyOf(identity.email) === starter.emailKey : linkedUserId === starter.id;
  return {
    hasPassed: isStarter,
    steps: [
      { step: 'response', outcome: 'passed', message: 'The provider answered, and the answer holds in every check.' },
      mappingStep(identity),
      personStep(identity, isStarter),
      consequenceStep(login),
    ],
    outcome: {
      subject: identity.subject,
      claims: redactedClaims(identity.claims),
      mapping: {
        email: identity.email,
        email_verified: identity.isEmailVerified,
        name: identity.name,
        groups: identity.groups.slice(0, 100),
      },
      linked_user_id: linkedUserId,
      refusal: fault?.fault ?? null,
      fault: isStarter ? null : 'SOMEBODY_ELSE',
    },
  };
}

/** The login broke off. */
export function verdictOnFault({ fault, message, reason }: SsoFailed): {
  readonly steps: readonly TestStep[];
  readonly outcome: TestOutcome;
} {
  return {
    steps: [{ step: 'response', outcome: 'failed', message: `${fault}: ${reason ?? message}` }],
    outcome: { subject: null, claims: {}, mapping: null, linked_user_id: null, refusal: null, fault },
  };
}

function mappingStep({ email, isEmailVerified }: AssertedIdentity): TestStep {
  const step = 'mapping';
  if (email === null)
    return { step, outcome: 'failed', message: 'The answer holds no e-mail address under the configured name.' };
  return isEmailVerified
    ? { step, outcome: 'passed', message: 'The answer holds an e-mail address that the provider answers for.' }
    : {
        step,
        outcome: 'warned',
        message: 'The provider does not say that the e-mail address is verified: nobody is linked by it.',
      };
}

function personStep({ email }: AssertedIdentity, isStarter: boolean): TestStep {
  const step = 'person';
  return isStarter
    ? { step, outcome: 'passed', message: 'You came back as yourself.' }
    : { step, outcome: 'failed', message: `Somebody else came back: ${email ?? 'without an e-mail address'}.` };
}

function consequenceStep({ linkedUserId, fault }: { linkedUserId: number | null; fault: SsoFailed | null }): TestStep {
  const step = 'login';
  if (fault !== null)
    return { step, outcome: 'warned', message: `A login would be refused for now: ${fault.fault}: ${fault.message}` };
  return linkedUserId === null
    ? { step, outcome: 'passed', message: 'A login would be let in; the identity is linked to no account yet.' }
    : { step, outcome: 'passed', message: 'A login would be let in: the identity is linked already.' };
}

/** As accounts compare addresses. */
function keyOf(email: string | null): string | null {
  return email?.normalize('NFKC').toLowerCase().normalize('NFKC').trim() ?? null;
}
