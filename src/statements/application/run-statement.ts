import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { StatementOutcome } from '../domain/statement-outcome.js';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { DataSourceClosed } from '../../data-sources/application/enter-data-source.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { type JudgedQuery, Querying, type Sending, type StatementLimits, type Turn } from './ports/querying.js';
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
    const source = await this.findDataSource.again(judged);
    await this.requireRowAccess.execute(caller, { ...source, dataSourceId: source.id });
    if (source.closed !== null) throw new DataSourceClosed();
    const { target } = await this.reachData.execute(source);
    return this.querying.run(target, { statement, values, reads, isFenced, restricted }, turn, limits, sending);
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
