/** What went wrong, in words of the domain; the HTTP and SCIM adapters each map it to their own status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'rate_limited'
  | 'unavailable';

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/**
 * A refusal that a client may see: `code` is stable and machine-readable, `message` is one sentence for a person.
 * Neither ever holds a secret, an SQL text or an internal name.
 */
export class DomainError extends Error {
  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    message: string,
    readonly details?: readonly FieldError[],
  ) {
    super(message);
    this.name = new.target.name;
  }
}

export class ValidationFailed extends DomainError {
  constructor(details: readonly FieldError[], message = 'The request is not valid.') {
    super('invalid', 'VALIDATION_FAILED', message, details);
  }
}

export class NotFound extends DomainError {
  constructor(what: string) {
    super('not_found', 'NOT_FOUND', `${what} not found.`);
  }
}

export class Unauthorized extends DomainError {
  constructor(message = 'A valid access token is required.') {
    super('unauthenticated', 'UNAUTHORIZED', message);
  }
}

/** Carries how long to wait, so that the transport can say it in its own way (HTTP: `Retry-After`). */
export class RateLimited extends DomainError {
  constructor(readonly retryAfterSeconds: number) {
    super('rate_limited', 'RATE_LIMITED', 'Too many attempts. Wait before you try again.');
  }
}

export class Unavailable extends DomainError {
  constructor(
    message = 'The service cannot answer right now. Try again shortly.',
    readonly retryAfterSeconds = 1,
  ) {
    super('unavailable', 'UNAVAILABLE', message);
  }
}
