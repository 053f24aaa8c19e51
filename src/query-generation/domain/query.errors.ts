import { DomainError, type FieldError, InstanceStopping, Unavailable } from '../../shared/domain-error.js';
import { clipped } from './clipped.js';
import type { Violation } from './judgement.js';

export class QueryRejected extends DomainError {
  constructor(readonly violations: readonly Violation[]) {
    super('unprocessable', 'QUERY_REJECTED', 'The statement is not allowed.', undefined, { violations });
  }
}

export class QueryTimeout extends DomainError {
  constructor() {
    super('gateway_timeout', 'QUERY_TIMEOUT', 'The query took too long and was ended.');
  }
}

export class QueryCancelled extends DomainError {
  constructor() {
    super('conflict', 'QUERY_CANCELLED', 'Somebody cancelled the query.');
  }
}

/** It gave no sign of life for so long that it was taken for dead; what it found since is given to nobody. */
export class QueryInterrupted extends Unavailable {
  constructor() {
    super('The query was interrupted. Ask again.', 1, 'QUERY_INTERRUPTED');
  }
}

/** What it means that a signal ended a query: its instance ends, or somebody wanted its end. */
export function errorOfAborted({ reason }: AbortSignal): DomainError {
  return reason instanceof InstanceStopping ? reason : new QueryCancelled();
}

export class ExecutionEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The query has ended already.');
  }
}

/** The source understood the statement and could not run it: a column that is not there, a division by zero. */
export class QueryFailed extends DomainError {
  /** @param reason words of the source: shown to whoever asked, and to the model as data; never followed, never logged */
  constructor(readonly reason: string) {
    super('unprocessable', 'QUERY_FAILED', 'The data source could not run the statement.', undefined, { reason });
  }
}

/** A long text, a large sort: the engine that runs it here was refused more memory. Nothing of it is kept. */
export class QueryMemoryExceeded extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'QUERY_MEMORY_EXCEEDED',
      'The statement needs more memory than a query may have. Let it read fewer rows, shorter texts or smaller groups.',
    );
  }
}

export class ModelNotConfigured extends DomainError {
  /** @param given what could be answered without one */
  constructor(given?: Readonly<Record<string, unknown>>) {
    super('unavailable', 'MODEL_NOT_CONFIGURED', 'No language model is configured here.', undefined, given);
  }
}

const FAULTS = {
  unreachable: 'The language model does not answer.',
  timeout: 'The language model took too long.',
  credentials: 'The language model refuses the credentials of this service.',
  rate_limited: 'The language model is asked too often. Try again later.',
  context_overflow: 'The question and the schema are more than the language model takes in.',
  bad_request: 'The language model does not take the request.',
  server_error: 'The language model failed.',
  too_large: 'The answer of the language model is too large.',
  cut_off: 'The answer of the language model was cut off.',
  malformed: 'The language model answered something else than a statement.',
  refused: 'The language model wrote no statement for this.',
  no_allowed_statement: 'The language model wrote no statement that is allowed.',
} as const;

/** Stable, for clients and operators. */
export type ModelFault = keyof typeof FAULTS;

export const MODEL_FAULTS = Object.keys(FAULTS) as ModelFault[];

const LONGEST_REASON = 300;

export class ModelFailed extends DomainError {
  /** @param words of the model, for the person who asked; shown short, never followed, never logged */
  constructor(
    readonly fault: ModelFault,
    words?: string,
    further?: Readonly<Record<string, unknown>>,
  ) {
    super('bad_gateway', 'MODEL_FAILED', FAULTS[fault], undefined, {
      fault,
      ...(words !== undefined && { reason: clipped(words, LONGEST_REASON) }),
      ...further,
    });
  }
}

export class NoSourceToAsk extends DomainError {
  /** @param gone what the template names, and is no more */
  constructor(gone: readonly FieldError[] = []) {
    super('conflict', 'CONFLICT', 'There is no data source that the template could ask.', gone);
  }
}

export class KeyInUse extends DomainError {
  constructor(why: 'other_request' | 'running' | 'unanswered') {
    super('conflict', 'CONFLICT', KEY_IN_USE[why]);
  }
}

const KEY_IN_USE = {
  other_request: 'The idempotency key was used for another request.',
  running: 'The request with this idempotency key is still being worked on.',
  unanswered: 'The request with this idempotency key ended without an answer; ask with another key.',
} as const;

export class NothingToJudge extends DomainError {
  constructor(message: string) {
    super('conflict', 'CONFLICT', message);
  }
}
