import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { outcomeOf } from '../domain/execution.js';
import { QueryRejected } from '../domain/query.errors.js';
import type { ResultLimits, ResultSet } from '../domain/result-set.js';
import { storable } from '../domain/storable.js';
import { FollowedWork } from './followed-work.js';
import { JudgeStatement } from './judge-statement.js';
import { Executions } from './ports/executions.js';
import { type Source, Sources } from './ports/sources.js';
import { StatementRunner } from './ports/statement-runner.js';

/** Longer ones are refused anyway. */
const LONGEST_KEPT = 20_000;

export interface QueryRequest extends ResultLimits {
  readonly caller: Caller;
  readonly dataSourceId: number;
  readonly sql: string;
  /** Ends it, at the source too. */
  readonly signal: AbortSignal;
}

/** Runs a statement that somebody wrote by hand, if it can do no harm; that it was tried is written down in any case. */
@Injectable()
export class RunQuery {
  constructor(
    private readonly sources: Sources,
    private readonly judgeStatement: JudgeStatement,
    private readonly runner: StatementRunner,
    private readonly executions: Executions,
    private readonly followed: FollowedWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, QueryRejected, QueryCancelled, and what `StatementRunner` throws */
  async execute(request: QueryRequest): Promise<{ readonly executionId: number; readonly result: ResultSet }> {
    const { caller, dataSourceId, sql, signal } = request;
    const source = await this.sources.enter(caller, 'query.run', dataSourceId);
    const executionId = await this.begin(request, source);
    try {
      const result = await this.followed.execute(executionId, signal, async (either) => {
        const verdict = await this.judgeStatement.execute({ source, sql });
        if (!verdict.ok) throw new QueryRejected(verdict.violations);
        return this.runner.run(source, verdict.statement, request, either);
      });
      await this.end(executionId, request, source, { result, errorCode: null });
      return { executionId, result };
    } catch (error) {
      const errorCode = error instanceof DomainError ? error.code : 'INTERNAL';
      await this.end(executionId, request, source, { result: null, errorCode });
      throw error;
    }
  }

  private begin({ caller, sql }: QueryRequest, source: Source): Promise<number> {
    return this.executions.begin({
      organizationId: source.organizationId,
      userId: caller.userId,
      dataSourceId: source.id,
      templateId: null,
      templateVersion: null,
      parameters: null,
      question: null,
      sql: kept(sql),
      startedAt: this.clock.now(),
    });
  }

  private async end(
    id: number,
    { caller, sql }: QueryRequest,
    source: Source,
    { result, errorCode }: { readonly result: ResultSet | null; readonly errorCode: string | null },
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.executions.finish(id, {
        sql: kept(sql),
        outcome: outcomeOf(errorCode),
        errorCode,
        rowCount: result?.rows.length ?? null,
        isTruncated: result?.isTruncated ?? null,
        durationMs: result?.durationMs ?? null,
        model: null,
        finishedAt: this.clock.now(),
      });
      await this.auditTrail.record({
        action: 'query.run',
        outcome: errorCode === null ? 'success' : 'refused',
        actorUserId: caller.userId,
        organizationId: source.organizationId,
        target: { type: 'data_source', id: source.id },
        detail: { execution_id: id, ...(errorCode === null ? {} : { reason: errorCode }) },
      });
    });
  }
}

function kept(sql: string): string {
  return storable(sql.slice(0, LONGEST_KEPT));
}
