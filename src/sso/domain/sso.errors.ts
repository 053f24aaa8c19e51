import { DomainError } from '../../shared/domain-error.js';
import type { Sentence } from '../../shared/sentence.js';

/**
 * Why a login through an identity provider failed; stable, for the client, the report of a test, the audit trail and
 * metrics.
 */
export const SSO_FAULTS = [
  'PROVIDER_UNREACHABLE',
  'PROVIDER_MISCONFIGURED',
  'PROVIDER_REFUSED',
  'RESPONSE_MALFORMED',
  'RESPONSE_REPLAYED',
  'SIGNATURE_INVALID',
  'DECRYPTION_FAILED',
  'ISSUER_MISMATCH',
  'AUDIENCE_MISMATCH',
  'DESTINATION_MISMATCH',
  'RECIPIENT_MISMATCH',
  'STATUS_NOT_SUCCESS',
  'NOT_TIMELY',
  'LOGIN_NOT_REPEATED',
  'REQUEST_MISMATCH',
  'ALGORITHM_REFUSED',
  'TENANT_MISMATCH',
  'ATTEMPT_ENDED',
  'PROVIDER_BEGAN',
  'WRONG_BROWSER',
  'CONNECTION_NOT_ACTIVE',
  'EMAIL_MISSING',
  'EMAIL_NOT_VERIFIED',
  'EMAIL_DOMAIN_NOT_OWNED',
  'EMAIL_MISMATCH',
  'NO_ACCOUNT',
  'ACCOUNT_NOT_ACTIVE',
  'ACCOUNT_EXEMPT',
  'IDENTITY_CONFLICT',
] as const;

export type SsoFault = (typeof SSO_FAULTS)[number];

/** `reason` is for operators and reports of tests; the person at the browser learns the fault and its sentence. */
export class SsoFailed extends DomainError {
  constructor(
    readonly fault: SsoFault,
    sentence: Sentence,
    readonly reason: string | null = null,
    /** The member of the organization whom the provider meant, whether or not it was they who came. */
    readonly memberId: number | null = null,
  ) {
    super('forbidden', fault, sentence);
  }
}

export class AttemptEnded extends SsoFailed {
  constructor() {
    super('ATTEMPT_ENDED', 'This login has ended or did not start here. Log in again.');
  }
}

/** The provider says honestly that a person logged in earlier, though it was asked (ForceAuthn, prompt=login) to have them log in now. */
export class LoginNotRepeated extends SsoFailed {
  constructor() {
    super(
      'LOGIN_NOT_REPEATED',
      'The identity provider did not have you log in again, which this step needs. Log out there, then try again.',
      'The provider was asked to have the person log in again (ForceAuthn, or prompt=login and max_age=1), and did not.',
    );
  }
}

/** A tile in a portal of the provider, where the connection does not allow that. */
export class ProviderBegan extends SsoFailed {
  constructor() {
    super(
      'PROVIDER_BEGAN',
      'This login began at the identity provider, which the connection does not allow. Begin on the sign-in page of this service.',
      'The provider sent an answer that nobody had asked for. To have its portal lead here, set allows_provider_start, or have its tile open start_url.',
    );
  }
}

/** What it sends never names the request that it was asked, so that each answer would lead to another request. */
export class RequestIgnored extends SsoFailed {
  constructor() {
    super(
      'REQUEST_MISMATCH',
      'The identity provider does not answer the request of this service. Ask your administrator.',
      'The provider was sent a request because it had begun a login, and began one again: its answers have no InResponseTo. Have it answer requests.',
    );
  }
}

/** An attacker passes on the end of a login that they have begun themselves. */
export class WrongBrowser extends SsoFailed {
  constructor() {
    super('WRONG_BROWSER', 'This login started in another browser. Log in again in this one.');
  }
}

export class ConnectionNotActive extends SsoFailed {
  constructor() {
    super('CONNECTION_NOT_ACTIVE', 'Nobody can log in through this connection at the moment. Ask your administrator.');
  }
}

/** The reason is in the audit trail: anyone may be asking. */
export class LogoutRefused extends DomainError {
  constructor() {
    super('forbidden', 'LOGOUT_REFUSED', 'The request is not a valid logout of the identity provider.');
  }
}

/** Answered at the password, not at the verification of a login: there is no session to complete yet. */
export class ProofNeeded extends DomainError {
  constructor(methods: readonly string[]) {
    super('unauthenticated', 'LINK_FACTOR_REQUIRED', 'Enter your second factor too.', undefined, {
      mfa: { methods },
    });
  }
}

/** Then no one could log in as that user any more. */
export class LastLoginMethod extends DomainError {
  constructor() {
    super('conflict', 'LAST_LOGIN_METHOD', 'This is the only way for the user to log in. They need a password or another link first.');
  }
}
