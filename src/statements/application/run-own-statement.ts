import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { StatementOutcome } from '../domain/statement-outcome.js';
import { type JudgedQuery, Querying, type StatementLimits } from './ports/querying.js';
import { ReachData } from '../../data-sources/application/reach-data.js';

interface Request {
  readonly source: DataSource;
  /** In whose turn; 0 for no person. */
  readonly userId: number;
  readonly query: JudgedQuery;
  readonly limits: StatementLimits;
  /** Ends it at the source. */
  readonly signal: AbortSignal;
}

/** Runs a statement that the service has written itself. */
@Injectable()
export class RunOwnStatement {
  constructor(
    private readonly querying: Querying,
    private readonly reachData: ReachData,
  ) {}

  /** @throws what `TakeTurn` throws; DataSourceClosed, HostNotAllowed, SourceFailed, EngineUnavailable */
  execute({ source, userId, query, limits, signal }: Request): Promise<StatementOutcome> {
    const asker = { organizationId: source.organizationId, dataSourceId: source.id, userId };
    return this.querying.inTurn(asker, source.engine, signal, async (turn) => {
      const { target } = await this.reachData.execute(source);
      return this.querying.run(target, query, turn, limits, { signal, admit: async () => undefined });
    });
  }
}
