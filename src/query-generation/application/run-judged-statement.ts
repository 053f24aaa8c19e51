import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RunStatement } from '../../data-sources/application/run-statement.js';
import { QueryCancelled, QueryFailed, QueryMemoryExceeded, QueryTimeout } from '../domain/query.errors.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';

/** Runs what `JudgeStatement` has let through, where it can read and nothing else. */
@Injectable()
export class RunJudgedStatement {
  constructor(private readonly runStatement: RunStatement) {}

  /**
   * @param signal ends it at the source
   * @throws QueryTimeout, QueryCancelled, QueryFailed with the words of the source, QueryMemoryExceeded, Unavailable when too many of the
   *   organization's wait, and what reaching the source throws
   */
  async execute(source: DataSource, statement: string, limits: ResultLimits, signal: AbortSignal): Promise<ResultSet> {
    const outcome = await this.runStatement.execute({ dataSourceId: source.id, statement, limits, signal });
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
        throw new QueryCancelled();
    }
  }
}
