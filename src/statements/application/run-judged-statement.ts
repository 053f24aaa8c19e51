import { Injectable } from '@nestjs/common';
import { RunStatement, type StatementLimits, type StatementResult } from './run-statement.js';
import type { Turn } from './take-turn.js';
import { QueryFailed, QueryMemoryExceeded, QueryTimeout, errorOfAborted } from '../domain/statement.errors.js';
import { type AppliedRestriction, reasonOfCause } from '../../engines/sql-guard/restriction.js';
import { tellableReason } from '../domain/tellable-reason.js';
import { namedAsWritten } from '../../engines/sql-guard/written-column.js';
import type { PolicyName } from '../../shared/policy-name.js';
import { NamePolicies } from './name-policies.js';
import { ConfirmVerdicts, type JudgedStatements } from './confirm-verdicts.js';
import type { Verdict } from './judge-statement.js';

type Allowed = Extract<Verdict, { ok: true }>;

export type ResultLimits = Omit<StatementLimits, 'isProduct'>;

export interface JudgedResult extends StatementResult {
  /** What policies kept from the person who asked. */
  readonly restrictions: readonly AppliedRestriction[];
}

export interface JudgedStatement extends JudgedStatements {
  /** Of the statement that is run, the last of `judged`. */
  readonly verdict: Allowed;
  readonly limits: ResultLimits;
  /** In which it was judged. */
  readonly turn: Turn;
  /** Ends the statement at the source. */
  readonly signal: AbortSignal;
}

/** Runs a statement that `JudgeStatement` has allowed in this turn, on a connection that can only read. */
@Injectable()
export class RunJudgedStatement {
  constructor(
    private readonly runStatement: RunStatement,
    private readonly confirmVerdicts: ConfirmVerdicts,
    private readonly namePolicies: NamePolicies,
  ) {}

  /**
   * @throws PolicyRefused, QueryTimeout, QueryCancelled, InstanceStopping, QueryMemoryExceeded, QueryFailed with the words of the source, or, where
   *   policies restrict what the caller sees of it, in words that tell of no row; what `ConfirmVerdicts` and reaching the source throw
   */
  async execute(judged: JudgedStatement): Promise<JudgedResult> {
    const { source, caller, verdict, limits, turn, signal } = judged;
    if (verdict.open !== undefined) throw new TypeError('The statement has parameters.');
    const { maxRows, timeoutMs } = limits;
    const { statement, values, isFenced, reads, isProduct, pricing, restrictions } = verdict;
    const restricted = restrictions === null ? null : { pricing: pricing ?? null };
    const outcome = await this.runStatement.execute({
      caller,
      source,
      statement,
      values,
      isFenced,
      restricted,
      reads,
      turn,
      signal,
      limits: { maxRows, timeoutMs, isProduct },
      admit: () => this.confirmVerdicts.execute(judged),
    });
    switch (outcome.kind) {
      case 'rows':
        return { ...outcome.result, columns: named(outcome.result.columns, verdict), restrictions: restrictions ?? [] };
      case 'failed':
        if (restrictions === null) throw new QueryFailed(outcome.reason);
        throw new QueryFailed(tellableReason(outcome, verdict), await this.policiesBehind(judged));
      case 'out_of_memory':
        throw new QueryMemoryExceeded();
      case 'timed_out':
        throw new QueryTimeout();
      case 'cancelled':
        throw errorOfAborted(signal);
    }
  }

  private async policiesBehind({ caller, source, judged }: JudgedStatement): Promise<readonly PolicyName[]> {
    const sql = judged.at(-1)?.sql;
    return sql === undefined ? [] : this.namePolicies.execute({ caller, source, sql });
  }
}

/** @throws QueryFailed where a name would show how policies restrict the statement */
function named(own: StatementResult['columns'], { restrictions, columns }: Allowed): StatementResult['columns'] {
  if (restrictions === null) return own;
  const shown = namedAsWritten(own, columns);
  if (shown === null) throw new QueryFailed(reasonOfCause('unnamed_column'));
  return shown;
}
