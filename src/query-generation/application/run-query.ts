import { Injectable } from '@nestjs/common';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { storable } from '../../shared/storable.js';
import { INTERNAL, outcomeOf } from '../domain/execution.js';
import { LONGEST_STATEMENT } from '../../engines/sql-guard/judgement.js';
import { QueryRejected } from '../../statements/application/run-in-turn.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';
import { EndExecution } from './end-execution.js';
import { FollowedWork } from './followed-work.js';
import { Executions } from './ports/executions.js';
import { RunInTurn } from '../../statements/application/run-in-turn.js';

export interface QueryRequest extends ResultLimits {
  readonly caller: Caller;
  readonly dataSourceId: number;
  readonly sql: string;
  /** That has the statement, which somebody else may have written. */
  readonly savedQuestionId?: number;
  /** Ends the query, also at the source. */
  readonly signal: AbortSignal;
}

/** Runs a statement that a person wrote, if it is harmless. The attempt is recorded in any case. */
@Injectable()
export class RunQuery {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly runInTurn: RunInTurn,
    private readonly executions: Executions,
    private readonly followed: FollowedWork,
    private readonly endExecution: EndExecution,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, QueryRejected, QueryCancelled, and what `RunInTurn` throws */
  async execute(request: QueryRequest): Promise<{ readonly executionId: number; readonly result: ResultSet }> {
    const { caller, dataSourceId, sql, signal } = request;
    const source = await this.enterDataSource.execute(caller, 'query.run', dataSourceId);
    const startedAt = this.clock.now();
    const id = await this.begin(request, source, startedAt);
    const event = {
      action: 'query.run',
      actorUserId: caller.userId,
      organizationId: source.organizationId,
      target: { type: 'data_source', id: source.id },
      ...(request.savedQuestionId !== undefined && { detail: { saved_question_id: request.savedQuestionId } }),
    };
    const end = (errorCode: string | null, result: ResultSet | null): Promise<void> => {
      const outcome = outcomeOf(errorCode);
      return this.endExecution.execute({
        id,
        startedAt,
        sql: kept(sql),
        outcome,
        errorCode,
        result,
        model: null,
        kept: null,
        // Failures are not refusals; the history has them.
        event: errorCode === INTERNAL ? null : event,
      });
    };
    const work = this.followed.execute(id, signal, async (either) => {
      const wanted = { caller, permission: 'query.run' as const, source, sql, limits: request, signal: either };
      const judged = await this.runInTurn.execute(wanted);
      if (!judged.ok) throw new QueryRejected(judged.violations);
      return judged.result;
    });
    const result = await work.catch(async (error: unknown) => {
      await end(error instanceof DomainError ? error.code : INTERNAL, null);
      throw error;
    });
    // Separate from the above: a failure to record the end does not change the end.
    await end(null, result);
    return { executionId: id, result };
  }

  private begin({ caller, sql, savedQuestionId }: QueryRequest, source: DataSource, startedAt: Date): Promise<number> {
    return this.executions.begin({
      organizationId: source.organizationId,
      userId: caller.userId,
      dataSourceId: source.id,
      templateId: null,
      templateVersion: null,
      savedQuestionId: savedQuestionId ?? null,
      parameters: null,
      question: null,
      sight: null,
      sql: storable(kept(sql)),
      startedAt,
    });
  }
}

function kept(sql: string): string {
  return sql.slice(0, LONGEST_STATEMENT);
}
