import { DomainError } from '../../shared/domain-error.js';
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

/** The source understood the statement and could not run it: a column that is not there, a division by zero. */
export class QueryFailed extends DomainError {
  /** @param reason words of the source: shown to whoever asked, and to the model as data; never followed, never logged */
  constructor(readonly reason: string) {
    super('unprocessable', 'QUERY_FAILED', 'The data source could not run the statement.', undefined, { reason });
  }
}

export class ModelNotConfigured extends DomainError {
  constructor() {
    super('unavailable', 'MODEL_NOT_CONFIGURED', 'No language model is configured here.');
  }
}
