import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { RunStatement } from '../../data-sources/application/run-statement.js';
import type { Turn } from '../../data-sources/application/take-turn.js';
import type { Caller } from '../../shared/caller.js';
import { QueryFailed, QueryMemoryExceeded, QueryTimeout, errorOfAborted } from '../domain/query.errors.js';
import { reasonOfCause } from '../domain/restriction.js';
import { tellableReason } from '../domain/tellable-reason.js';
import { namedAsWritten } from '../domain/written-column.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';
import type { Verdict } from './judge-statement.js';

export interface JudgedStatement {
  readonly source: DataSource;
  /** Who asks, and was judged for. */
  readonly caller: Caller;
  readonly verdict: Extract<Verdict, { ok: true }>;
  readonly limits: ResultLimits;
  /** In which it was judged. */
  readonly turn: Turn;
  /** Ends the statement at the source. */
  readonly signal: AbortSignal;
}

/** Runs a statement that `JudgeStatement` has allowed in this turn, on a connection that can only read. */
@Injectable()
export class RunJudgedStatement {
  constructor(private readonly runStatement: RunStatement) {}

  /**
   * @param signal ends it at the source
   * @throws PolicyRefused, QueryTimeout, QueryCancelled, InstanceStopping, QueryMemoryExceeded, QueryFailed with the words of the source, or, where
   *   policies restrict what the caller sees of it, in words that tell of no row; what reaching the source throws
   */
  async execute({ source, caller, verdict, limits, turn, signal }: JudgedStatement): Promise<ResultSet> {
    if (verdict.open !== undefined) throw new TypeError('The statement has stand-ins for values.');
    const { maxRows, timeoutMs } = limits;
    const { statement, values, isFenced, reads, isProduct, pricing, restrictions } = verdict;
    const restricted = restrictions === null ? null : { pricing: pricing ?? null };
    const outcome = await this.runStatement.execute({
      ...{ caller, dataSourceId: source.id, statement, values, isFenced, restricted, reads, turn, signal },
      limits: { maxRows, timeoutMs, isProduct },
    });
    switch (outcome.kind) {
      case 'rows':
        return { ...outcome.result, columns: named(outcome.result.columns, verdict), restrictions: restrictions ?? [] };
      case 'failed':
        throw new QueryFailed(restrictions === null ? outcome.reason : tellableReason(outcome, verdict));
      case 'out_of_memory':
        throw new QueryMemoryExceeded();
      case 'timed_out':
        throw new QueryTimeout();
      case 'cancelled':
        throw errorOfAborted(signal);
    }
  }
}

/** @throws QueryFailed where a name would show how policies restrict the statement */
function named(own: ResultSet['columns'], { restrictions, columns }: JudgedStatement['verdict']): ResultSet['columns'] {
  if (restrictions === null) return own;
  const shown = namedAsWritten(own, columns);
  if (shown === null) throw new QueryFailed(reasonOfCause('unnamed_column'));
  return shown;
}
