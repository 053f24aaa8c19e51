import type { FieldCause } from './field-cause.js';
import { type Fixed, type Sentence, inEnglish, say } from './sentence.js';

/** What went wrong, in terms of the domain; the HTTP and SCIM adapters each map it to their own status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'precondition_required'
  /** Well-formed, but impossible. */
  | 'unprocessable'
  /** In a format that is not accepted. */
  | 'unsupported'
  /** The client accepts no format that the service can give. */
  | 'not_acceptable'
  | 'method_not_allowed'
  | 'too_large'
  | 'not_implemented'
  | 'rate_limited'
  /** A system behind this one failed, or did not answer in time. */
  | 'bad_gateway'
  | 'gateway_timeout'
  | 'unavailable';

export interface FieldError extends Partial<FieldCause> {
  readonly field: string;
  readonly message: Sentence;
}

/**
 * A refusal that a client may see: `code` is stable and machine-readable, `sentence` is for a person, and `message` is that in English.
 * Neither ever holds a secret, SQL text or an internal name.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    readonly sentence: Sentence,
    readonly details?: readonly FieldError[],
    /** Further members of the error body that a client acts on (RFC 9457 section 3.2), for example the challenge of MFA_REQUIRED. */
    readonly extension?: Readonly<Record<string, unknown>>,
  ) {
    super(inEnglish(sentence));
    this.name = new.target.name;
  }
}

export class ValidationFailed extends DomainError {
  constructor(details: readonly FieldError[], sentence: Sentence = 'The request is not valid.') {
    super('invalid', 'VALIDATION_FAILED', sentence, details);
  }
}

export class Forbidden extends DomainError {
  constructor(sentence: Sentence = 'You are not allowed to do this.') {
    super('forbidden', 'FORBIDDEN', sentence);
  }
}

export class NotFound extends DomainError {
  constructor(what: Fixed) {
    super('not_found', 'NOT_FOUND', say('{what} not found.', { what: say(what) }));
  }
}

/** Before an account is claimed, its creator may be the one who is logged in, and could lock its owner out. */
export class AddressNotProved extends DomainError {
  constructor() {
    const message = 'Confirm the e-mail address of your account first: ask for a confirmation mail and open the link in it.';
    super('forbidden', 'EMAIL_VERIFICATION_REQUIRED', message);
  }
}

/** For a caller who sent the version that they had read in `If-Match`. */
export class EditedMeanwhile extends DomainError {
  constructor() {
    super('precondition_failed', 'PRECONDITION_FAILED', 'It has changed since you read it. Read it again, then repeat your change.');
  }
}

/** @param expected the version that the caller has seen; `null` for any @throws EditedMeanwhile */
export function assertSeen(expected: number | null, current: number): void {
  if (expected !== null && expected !== current) throw new EditedMeanwhile();
}

/** For a change that is only allowed to a state that the caller has seen (RFC 6585 section 3). */
export class PreconditionRequired extends DomainError {
  constructor() {
    super('precondition_required', 'PRECONDITION_REQUIRED', 'Read it first, and send the ETag that you got in the header If-Match.');
  }
}

export class Unauthorized extends DomainError {
  constructor(sentence: Sentence = 'A valid access token is required.') {
    super('unauthenticated', 'UNAUTHORIZED', sentence);
  }
}

/** A service that could not answer has made no decision, so the audit trail must not record one. */
export function isRefusal(error: unknown): error is DomainError {
  return (
    error instanceof DomainError &&
    !(error instanceof Unavailable) &&
    !(error instanceof QuotaExceeded || error instanceof DailyQuotaExceeded)
  );
}

/**
 * How a session proves again who the user is: with a second factor, the password, or the identity provider that opened
 * it.
 */
export type StepUpMethod = 'mfa' | 'password' | 'sso';

const HOW: Readonly<Record<StepUpMethod, Fixed>> = {
  mfa: 'Confirm it with your second factor',
  password: 'Confirm it with your password',
  sso: 'Confirm it at your identity provider',
};

/**
 * The session is valid, but not good enough for this: the person has to prove again who they are. Says which assurance
 * level is needed, how old its proof may be (RFC 9470), and the ways that are open to this session.
 */
export class StepUpRequired extends DomainError {
  constructor(
    readonly acr: 'aal1' | 'aal2',
    readonly maxAgeSeconds: number,
    methods: readonly [StepUpMethod],
  ) {
    super('unauthenticated', 'STEP_UP_REQUIRED', say('{how} before you do this.', { how: say(HOW[methods[0]]) }), undefined, {
      step_up: { acr, max_age: maxAgeSeconds, methods },
    });
  }
}

/** This session has to give its proof in another way. */
export class StepUpMethodRefused extends DomainError {
  constructor(method: StepUpMethod) {
    super('conflict', 'STEP_UP_METHOD_REFUSED', say('{how}: nothing else is enough here.', { how: say(HOW[method]) }), undefined, {
      step_up: { methods: [method] },
    });
  }
}

/** A proof that this account cannot give yet: it has no second factor. */
export class SecondFactorNeeded extends DomainError {
  constructor(
    sentence: Sentence = 'System administrators change this with a second factor only. Enrol one in your account, then try again.',
  ) {
    super('forbidden', 'SECOND_FACTOR_NEEDED', sentence);
  }
}

/** An act that would give rights, show data or change who reads it, by the power of a system administrator alone. */
export class OwnerApprovalRequired extends DomainError {
  /** @param change what the owners would read, and the same sealed: it is sent to them with a reason */
  constructor(organizationId: number, kind: string, change: { subject?: object; change?: string } = {}) {
    super(
      'forbidden',
      'OWNER_APPROVAL_REQUIRED',
      'An owner of the organization has to approve this. Ask for it on the pages; a program sends `access_request` with a reason.',
      undefined,
      { access_request: { organization_id: organizationId, kind, ...change } },
    );
  }
}

/**
 * An organization lets its people in only through its identity provider. Says where that login begins (`connection_id`
 * and `start_url`); `null` while the organization has no connection to begin at.
 */
export class SsoRequired extends DomainError {
  constructor(address: { readonly connectionId: number; readonly startUrl: string } | null) {
    super('forbidden', 'SSO_REQUIRED', 'Your organization requires single sign-on. Log in through its identity provider.', undefined, {
      sso: address && { connection_id: address.connectionId, start_url: address.startUrl },
    });
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(sentence: Sentence) {
    super('unsupported', 'UNSUPPORTED_MEDIA_TYPE', sentence);
  }
}

/** Carries the time to wait, so that each transport can say it in its own way (HTTP: `Retry-After`). */
export class RateLimited extends DomainError {
  constructor(readonly retryAfterSeconds: number) {
    super('rate_limited', 'RATE_LIMITED', 'Too many attempts. Wait before you try again.');
  }
}

/** Too many requests of one class in a minute, successful or not. */
export class QuotaExceeded extends DomainError {
  constructor(
    quota: string,
    readonly retryAfterSeconds: number,
  ) {
    super('rate_limited', 'QUOTA_EXCEEDED', say('Too many requests within a minute ({quota}). Wait before you send more.', { quota }));
  }
}

/** The language model has been used enough for a day. */
export class DailyQuotaExceeded extends DomainError {
  constructor(
    whose: 'person' | 'organization',
    tokens: number,
    readonly retryAfterSeconds: number,
  ) {
    super(
      'rate_limited',
      'DAILY_QUOTA_EXCEEDED',
      say(
        whose === 'person'
          ? 'You have used the {tokens} tokens of the language model for today. Ask again after midnight UTC.'
          : 'Your organization has used the {tokens} tokens of the language model for today. Ask again after midnight UTC.',
        { tokens },
      ),
    );
  }
}

export class Unavailable extends DomainError {
  constructor(
    sentence: Sentence = 'The service cannot answer right now. Try again shortly.',
    readonly retryAfterSeconds = 1,
    code = 'UNAVAILABLE',
  ) {
    super('unavailable', code, sentence);
  }
}

/** The work was cut short when its instance ended. It changed nothing, and another instance accepts the same request. */
export class InstanceStopping extends Unavailable {
  constructor() {
    super('The service was restarted before this was done. Send it again.', 1, 'INSTANCE_STOPPING');
  }
}

/** Another request changed it first: read it again, then decide. */
export class ConcurrentChange extends Unavailable {
  constructor() {
    super('Another request changed the same thing at the same time. Try again.');
  }
}
