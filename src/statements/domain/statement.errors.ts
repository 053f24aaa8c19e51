import { DomainError, InstanceStopping } from '../../shared/domain-error.js';
import { recognized, saidOf } from '../../shared/sentence.js';
import type { Violation } from '../../engines/sql-guard/judgement.js';
import type { PolicyName } from '../../shared/policy-name.js';

export class QueryRejected extends DomainError {
  constructor(readonly violations: readonly Violation[]) {
    super('unprocessable', 'QUERY_REJECTED', 'The statement is not allowed. "violations" says why.', undefined, {
      violations: violations.map((one) => ({ ...one, message: saidOf(one.message) })),
    });
  }
}

export class QueryTimeout extends DomainError {
  constructor() {
    super('gateway_timeout', 'QUERY_TIMEOUT', 'The query took too long and was stopped. Let it read fewer rows.');
  }
}

export class QueryCancelled extends DomainError {
  constructor() {
    super('conflict', 'QUERY_CANCELLED', 'The query was cancelled. Run it again if you still need its result.');
  }
}

/** An answer is not shown to a caller who may now see less, or something else. */
export class SightChanged extends DomainError {
  constructor() {
    super(
      'conflict',
      'CHANGED_MEANWHILE',
      'Data policies changed what you may see while your request waited, so its answer is not shown. Ask again.',
    );
  }
}

/** Why a signal ended a query: its instance stops, or the query was cancelled. */
export function errorOfAborted({ reason }: AbortSignal): DomainError {
  return reason instanceof InstanceStopping ? reason : new QueryCancelled();
}

/** The source understood the statement and could not run it: a column that is not there, a division by zero. */
export class QueryFailed extends DomainError {
  /**
   * @param reason words of the source: shown to the caller, and to the model as data; never followed, never logged
   * @param policies that are behind it, for a caller who may read policies
   */
  constructor(
    readonly reason: string,
    readonly policies: readonly PolicyName[] = [],
  ) {
    super(
      'unprocessable',
      'QUERY_FAILED',
      'The data source could not run the statement. Correct it; "reason" says what is wrong.',
      undefined,
      { reason: recognized(reason), ...(policies.length > 0 && { policies }) },
    );
  }
}

/** The engine that runs here ran out of memory, for example for a long text or a large sort. Nothing is kept. */
export class QueryMemoryExceeded extends DomainError {
  constructor() {
    super(
      'unprocessable',
      'QUERY_MEMORY_EXCEEDED',
      'The statement needs more memory than a query may have. Let it read fewer rows, shorter texts or smaller groups.',
    );
  }
}
