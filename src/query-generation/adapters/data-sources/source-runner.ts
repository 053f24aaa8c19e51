import { Injectable } from '@nestjs/common';
import { RunStatement } from '../../../data-sources/application/run-statement.js';
import type { Source } from '../../application/ports/sources.js';
import { StatementRunner } from '../../application/ports/statement-runner.js';
import { QueryCancelled, QueryFailed, QueryTimeout } from '../../domain/query.errors.js';
import type { ResultLimits, ResultSet } from '../../domain/result-set.js';

@Injectable()
export class SourceRunner extends StatementRunner {
  constructor(private readonly runStatement: RunStatement) {
    super();
  }

  async run(source: Source, statement: string, limits: ResultLimits, signal: AbortSignal): Promise<ResultSet> {
    const outcome = await this.runStatement.execute({ dataSourceId: source.id, statement, limits, signal });
    switch (outcome.kind) {
      case 'rows':
        return outcome.result;
      case 'failed':
        throw new QueryFailed(outcome.reason);
      case 'timed_out':
        throw new QueryTimeout();
      case 'cancelled':
        throw new QueryCancelled();
    }
  }
}
