import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { StatementOutcome } from '../domain/statement-outcome.js';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { DataSourceClosed } from '../../data-sources/application/enter-data-source.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { type JudgedQuery, Querying, type Sending, type StatementLimits, type Turn } from './ports/querying.js';
import type { Target } from '../../engines/catalog-reader/target.js';
import { ReachData } from '../../data-sources/application/reach-data.js';

export { SourceMoved } from '../../data-sources/application/find-data-source.js';
export type { StatementOutcome, StatementResult } from '../domain/statement-outcome.js';
export type { StatementLimits } from './ports/querying.js';

/** Runs a statement that was judged harmless, in its turn, at a data source that the caller has entered. */
@Injectable()
export class RunStatement {
  constructor(
    private readonly requireRowAccess: RequireRowAccess,
    private readonly findDataSource: FindDataSource,
    private readonly reachData: ReachData,
    private readonly querying: Querying,
  ) {}

  /**
   * @param limits rows, and milliseconds
   * @returns how it ended; that the source refuses it is an answer too
   * @throws PolicyRefused for a caller who may not read its rows now; NotFound when the source is deleted, and SourceMoved when it
   *   leads elsewhere; what `admit` throws; DataSourceClosed,
   *   HostNotAllowed, SourceFailed, EngineUnavailable
   */
  async execute({
    caller,
    source: judged,
    statement,
    values,
    reads,
    isFenced,
    restricted,
    turn,
    limits,
    ...sending
  }: Request): Promise<StatementOutcome> {
    if (!isText(statement))
      return {
        kind: 'failed',
        reason: 'The statement contains characters that are not text. Remove them.',
        cause: 'other',
      };
    await this.requireRowAccess.execute(caller, { ...judged, dataSourceId: judged.id });
    const target = await this.reach(judged);
    return this.querying.run(target, { statement, values, reads, isFenced, restricted }, turn, limits, sending);
  }

  /** Whether the source has changed since is asked for in the statement that reads the password. */
  private async reach(judged: DataSource): Promise<Target> {
    for (let source = judged; ;) {
      if (source.closed !== null) throw new DataSourceClosed();
      const reached = await this.reachData.unchanged(source);
      if (reached !== null) return reached.target;
      source = await this.findDataSource.again(judged);
    }
  }
}

interface Request extends JudgedQuery, Sending {
  /** Who asks. */
  readonly caller: Caller;
  /** As it was when the statement was judged for it. */
  readonly source: DataSource;
  /** From `TakeTurn`. */
  readonly turn: Turn;
  readonly limits: StatementLimits;
}

/** Drivers end a text at its first NUL, and what follows half a surrogate pair may become anything. */
function isText(statement: string): boolean {
  return !statement.includes('\0') && !/\p{Surrogate}/u.test(statement);
}
