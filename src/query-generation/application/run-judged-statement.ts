import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RunStatement } from '../../data-sources/application/run-statement.js';
import { QueryFailed, QueryMemoryExceeded, QueryTimeout, errorOfAborted } from '../domain/query.errors.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';

export interface JudgedStatement {
  readonly source: DataSource;
  /** Who asks. */
  readonly userId: number;
  readonly statement: string;
  readonly limits: ResultLimits;
  /** Ends it at the source. */
  readonly signal: AbortSignal;
}

/** Runs what `JudgeStatement` has let through, where it can read and nothing else. */
@Injectable()
export class RunJudgedStatement {
  constructor(private readonly runStatement: RunStatement) {}

  /**
   * @param signal ends it at the source
   * @throws QueryTimeout, QueryCancelled, InstanceStopping, QueryMemoryExceeded, QueryFailed with the words of the source, Unavailable,
   *   which says which share is used up, and what reaching the source throws
   */
  async execute({ source, userId, statement, limits, signal }: JudgedStatement): Promise<ResultSet> {
    const outcome = await this.runStatement.execute({ userId, dataSourceId: source.id, statement, limits, signal });
    switch (outcome.kind) {
      case 'rows':
        return outcome.result;
      case 'failed':
        throw new QueryFailed(outcome.reason);
      case 'out_of_memory':
        throw new QueryMemoryExceeded();
      case 'timed_out':
        throw new QueryTimeout();
      case 'cancelled':
        throw errorOfAborted(signal);
    }
  }
}
