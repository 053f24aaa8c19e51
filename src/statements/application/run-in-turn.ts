import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { TakeTurn, type Turn } from './take-turn.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import type { Violation } from '../../engines/sql-guard/judgement.js';
import { errorOfAborted } from '../domain/statement.errors.js';
import { type AskingPermission, ConfirmAsker } from './confirm-asker.js';
import { JudgeForRunning } from './judge-for-running.js';
import { JudgeStatement } from './judge-statement.js';
import { type JudgedResult, type ResultLimits, RunJudgedStatement } from './run-judged-statement.js';

export { QueryCancelled, QueryFailed, QueryMemoryExceeded, QueryRejected, errorOfAborted } from '../domain/statement.errors.js';

interface WantedRows {
  readonly caller: Caller;
  /** By which the caller has entered the source. */
  readonly permission: AskingPermission;
  readonly source: DataSource;
  readonly sql: string;
  readonly limits: ResultLimits;
  /** Ends the waiting, and the statement at the source. */
  readonly signal: AbortSignal;
  /** Is called when the statement is allowed, before it is run. */
  readonly allowed?: () => void;
}

export type JudgedRows =
  | { readonly ok: true; readonly result: JudgedResult }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/**
 * Judges a statement and runs it in one turn. What decides about it (that the caller still has access, policies, the source) is asked for
 * after all waiting, and once more where opening the connection took long, so that nothing but the source itself takes time between the
 * judgement and the rows.
 */
@Injectable()
export class RunInTurn {
  constructor(
    private readonly takeTurn: TakeTurn,
    private readonly confirmAsker: ConfirmAsker,
    private readonly judgeStatement: JudgeStatement,
    private readonly judgeForRunning: JudgeForRunning,
    private readonly runJudgedStatement: RunJudgedStatement,
  ) {}

  /**
   * @throws Unavailable, which says which share is used up; Unauthorized, Forbidden, NotFound for a caller who has lost access while the
   *   statement waited; what `JudgeForRunning` and `RunJudgedStatement` throw
   */
  async execute(wanted: WantedRows): Promise<JudgedRows> {
    const { signal } = wanted;
    const isFree = this.takeTurn.isFree(wanted);
    // A refused statement need not wait to learn it.
    const early = isFree ? null : await this.judgeStatement.execute(wanted);
    if (early?.ok === false) return early;
    try {
      return await this.takeTurn.execute(wanted, (turn) => this.inTurn(wanted, turn, !isFree || turn.waitedMs > 0));
    } catch (error) {
      if (signal.aborted && !(error instanceof DomainError)) throw errorOfAborted(signal);
      throw error;
    }
  }

  private async inTurn(wanted: WantedRows, turn: Turn, hasWaited: boolean): Promise<JudgedRows> {
    const { caller, permission, limits, signal } = wanted;
    const source = hasWaited ? await this.confirmAsker.execute(caller, permission, wanted.source.id) : wanted.source;
    const written = await this.judgeForRunning.execute({ ...wanted, source, turn });
    if (!written.ok) return written;
    wanted.allowed?.();
    return { ok: true, result: await this.runJudgedStatement.execute({ ...written, limits, signal, turn }) };
  }
}
