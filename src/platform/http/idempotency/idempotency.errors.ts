import { DomainError } from '../../../shared/domain-error.js';

export class IdempotencyKeyInUse extends DomainError {
  readonly retryAfterSeconds = 1;

  constructor() {
    super('conflict', 'IDEMPOTENCY_KEY_IN_USE', 'The first request with this Idempotency-Key is still under way. Ask again in a moment.');
  }
}

export class IdempotencyKeyReused extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key came with another body before. Send each new request with a key of its own.',
    );
  }
}

/** Names of ids and the ids. */
export type Made = Readonly<Record<string, number | string>>;

export class IdempotencyAnswerNotKept extends DomainError {
  constructor(made: Made | null) {
    super(
      'conflict',
      'IDEMPOTENCY_ANSWER_NOT_KEPT',
      made === null
        ? 'The first request with this Idempotency-Key changed something, and its answer is lost. Look for the result before you send the request under a new key.'
        : 'The first attempt was done, and its answer is shown only once. Look for what it made (`made` says its id); a new request, under a new Idempotency-Key, makes another.',
      undefined,
      { made },
    );
  }
}

export class TooManyIdempotencyKeys extends DomainError {
  readonly retryAfterSeconds = 3_600;

  constructor() {
    super(
      'rate_limited',
      'TOO_MANY_IDEMPOTENCY_KEYS',
      'This account has used too many Idempotency-Keys within a day. Try again later, or without a key.',
    );
  }
}
