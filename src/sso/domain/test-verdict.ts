import { emailKeyOf } from '../../shared/email-key.js';
import type { AssertedIdentity } from './asserted-identity.js';
import type { RehearsedRoles } from './claimed-groups.js';
import type { Foreseen, TestOutcome, TestStep } from './connection-test.js';
import { groupsStep, shownRoles } from './rehearsed-roles.js';
import { redactedClaims } from './redacted-claims.js';
import { whereAddressesAre } from './said-address.js';
import type { SsoFault } from './sso.errors.js';

/**
 * Whether a test login shows that the connection works. It does when the person who began the test came back as
 * themselves: another person's login would not show whether the administrators still get in.
 */
export function verdictOn(
  identity: AssertedIdentity,
  would: Foreseen,
  roles: RehearsedRoles | null,
  { starter, begunAt, groupsClaim }: { starter: { readonly id: number; readonly emailKey: string }; begunAt: Date; groupsClaim: string },
): { readonly hasPassed: boolean; readonly steps: readonly TestStep[]; readonly outcome: TestOutcome } {
  const isStarter = 'userId' in would ? would.userId === starter.id : isAddressOf(identity.email, starter);
  const steps: TestStep[] = [
    { step: 'response', outcome: 'passed', message: 'The provider answered, and the answer passed every check.' },
    ...repeatSteps(identity, begunAt),
    mappingStep(identity),
    personStep(identity, isStarter),
    consequenceStep(would),
    ...(roles === null ? [] : [groupsStep(roles, groupsClaim)]),
  ];
  return {
    hasPassed: isStarter,
    steps,
    outcome: {
      subject: identity.subject,
      claims: redactedClaims(identity.claims),
      mapping: {
        email: identity.email,
        email_verified: identity.isEmailVerified,
        name: identity.name,
        groups: identity.groups.slice(0, 100),
      },
      would: {
        outcome: would.outcome,
        user_id: 'userId' in would ? would.userId : null,
        fault: would.outcome === 'refuse' ? would.fault : null,
      },
      // What somebody else holds is none of the tester's business.
      roles: roles && shownRoles(isStarter ? roles : { ...roles, before: null, after: null }),
      fault: isStarter ? null : 'SOMEBODY_ELSE',
    },
  };
}

/** The login broke off. */
export function verdictOnFault(fault: SsoFault, message: string): { readonly steps: readonly TestStep[]; readonly outcome: TestOutcome } {
  return {
    steps: [{ step: 'response', outcome: 'failed', message: `${fault}: ${message}` }],
    outcome: { subject: null, claims: {}, mapping: null, would: null, roles: null, fault },
  };
}

/** As far as the clocks of both sides may be apart. */
const SKEW_MS = 60_000;

/** The test goes on: people can log in by such a provider, but nobody can show by it that they are there now. */
function repeatSteps({ authenticatedAt }: AssertedIdentity, begunAt: Date): TestStep[] {
  if (authenticatedAt === null || authenticatedAt.getTime() + SKEW_MS >= begunAt.getTime()) return [];
  const message =
    `The provider was asked to have you log in again, and did not: it says that you logged in at ${authenticatedAt.toISOString()}. ` +
    'Logins work, but linking an account and confirming an identity are refused while a session lasts there.';
  return [{ step: 'repeat', outcome: 'warned', message }];
}

function mappingStep({ email, isEmailVerified, claims }: AssertedIdentity): TestStep {
  const step = 'mapping';
  if (email === null)
    return {
      step,
      outcome: 'failed',
      message: `The answer does not contain exactly one e-mail address under the configured name. ${whereAddressesAre(claims)}`,
    };
  return isEmailVerified
    ? { step, outcome: 'passed', message: 'The answer contains an e-mail address that the provider vouches for.' }
    : {
        step,
        outcome: 'warned',
        message: 'The provider does not vouch for the e-mail address, so it links no account. Google has to name the organization ("hd").',
      };
}

function personStep({ email }: AssertedIdentity, isStarter: boolean): TestStep {
  const step = 'person';
  return isStarter
    ? { step, outcome: 'passed', message: 'You logged in as yourself.' }
    : { step, outcome: 'failed', message: `Another person logged in: ${email ?? 'without an e-mail address'}.` };
}

function consequenceStep(would: Foreseen): TestStep {
  const step = 'login';
  switch (would.outcome) {
    case 'log_in':
      return { step, outcome: 'passed', message: 'A login would open a session: the identity is linked already.' };
    case 'link':
      return { step, outcome: 'passed', message: 'A login would link the identity and open a session.' };
    case 'ask_for_proof':
      return { step, outcome: 'passed', message: 'A first login would ask for proof that the account is yours.' };
    case 'provision':
      return { step, outcome: 'passed', message: 'A login would create an account and open a session.' };
    case 'refuse':
      return { step, outcome: 'warned', message: `A login would be refused for now: ${would.fault}.` };
  }
}

function isAddressOf(email: string | null, { emailKey }: { readonly emailKey: string }): boolean {
  return email !== null && emailKeyOf(email) === emailKey;
}
