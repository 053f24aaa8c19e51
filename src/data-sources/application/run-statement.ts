import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { DataSourceClosed } from '../domain/data-source.errors.js';
import type { StatementOutcome } from '../domain/statement-outcome.js';
import { AdmitReader } from './admit-reader.js';
import { DataSources } from './ports/data-sources.js';
import { type JudgedQuery, Querying, type StatementLimits, type Turn } from './ports/querying.js';
import { ReachData } from './reach-data.js';

export { EngineUnavailable } from '../domain/data-source.errors.js';
export type { StatementOutcome } from '../domain/statement-outcome.js';

/** Runs a statement that was judged harmless, in its turn, at a data source that the caller has entered. */
@Injectable()
export class RunStatement {
  constructor(
    private readonly admitReader: AdmitReader,
    private readonly sources: DataSources,
    private readonly reachData: ReachData,
    private readonly querying: Querying,
  ) {}

  /**
   * @param limits rows, and milliseconds
   * @param signal ends it at the source
   * @returns how it ended; that the source refuses it is an answer too
   * @throws PolicyRefused for a caller who may not read its rows now; NotFound when it was removed meanwhile; DataSourceClosed,
   *   HostNotAllowed, SourceFailed, EngineUnavailable
   */
  async execute({
    caller,
    dataSourceId,
    statement,
    values,
    reads,
    isFenced,
    restricted,
    turn,
    limits,
    signal,
  }: Request): Promise<StatementOutcome> {
    if (!isText(statement))
      return {
        kind: 'failed',
        reason: 'The statement contains characters that are not text. Remove them.',
        cause: 'other',
      };
    const source = await this.sources.find(dataSourceId);
    if (source === null) throw new NotFound('Data source');
    await this.admitReader.execute(caller, { ...source, dataSourceId });
    if (source.closed !== null) throw new DataSourceClosed();
    const { target } = await this.reachData.execute(source);
    return this.querying.run(target, { statement, values, reads, isFenced, restricted }, turn, limits, signal);
  }
}

interface Request extends JudgedQuery {
  /** Who asks. */
  readonly caller: Caller;
  readonly dataSourceId: number;
  /** From `TakeTurn`. */
  readonly turn: Turn;
  readonly limits: StatementLimits;
  readonly signal: AbortSignal;
}

/** Drivers end a text at its first NUL, and what follows half a surrogate pair may become anything. */
function isText(statement: string): boolean {
  return !statement.includes('\0') && !/\p{Surrogate}/u.test(statement);
}
