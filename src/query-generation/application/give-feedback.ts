import { Injectable } from '@nestjs/common';
import { RequireRowAccess } from '../../data-sources/application/require-row-access.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type Execution, placeOf } from '../domain/execution.js';
import { NothingToJudge } from '../domain/query.errors.js';
import { QueryRejected } from '../../statements/application/run-in-turn.js';
import { JudgeStatement } from '../../statements/application/judge-statement.js';
import { Executions } from './ports/executions.js';
import { Feedback } from './ports/feedback.js';

const WHAT = 'Query execution';

/** Records whether a generated statement was right. A right or corrected statement becomes an example for later questions. */
@Injectable()
export class GiveFeedback {
  constructor(
    private readonly executions: Executions,
    private readonly access: AccessControl,
    private readonly enterDataSource: EnterDataSource,
    private readonly requireRowAccess: RequireRowAccess,
    private readonly judge: JudgeStatement,
    private readonly feedback: Feedback,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, NothingToJudge, QueryRejected when the corrected statement is not allowed */
  async execute(input: { caller: Caller; executionId: number; isRight: boolean; correctedSql: string | null }): Promise<void> {
    const { caller, executionId, isRight, correctedSql } = input;
    const { userId } = caller;
    const execution = await this.enter(caller, executionId);
    const event = {
      action: 'query_execution.judged',
      actorUserId: userId,
      organizationId: execution.organizationId,
      target: { type: 'query_execution', id: executionId },
    };
    await recordRefusal(this.auditTrail, event, async () => {
      const wasAnswered = execution.outcome === 'generated' || execution.outcome === 'succeeded';
      if (execution.question === null)
        throw new NothingToJudge('A person wrote this statement. Give feedback only on generated statements.');
      if (isRight && !wasAnswered)
        throw new NothingToJudge('The execution had no answer, so it cannot be right. Choose one that has an answer.');
      if (correctedSql !== null) await this.admit(caller, execution, correctedSql);
      await this.unitOfWork.run(async () => {
        await this.feedback.give({ executionId, userId, isRight, correctedSql, givenAt: this.clock.now() });
        const detail = { is_right: isRight, is_corrected: correctedSql !== null };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
      });
    });
  }

  private async enter(caller: Caller, executionId: number): Promise<Execution> {
    const execution = await this.executions.findFor(caller, executionId);
    const permission = execution?.userId === caller.userId ? 'template.execute' : 'template.write';
    if (execution === null) {
      await this.access.requireMembership(caller, permission);
      const asked = { type: 'query_execution', id: executionId, name: WHAT } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    try {
      await this.access.require(caller, permission, placeOf(execution), WHAT);
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, permission);
      throw error;
    }
    return execution;
  }

  private async admit(caller: Caller, { dataSourceId }: Execution, sql: string): Promise<void> {
    if (dataSourceId === null) throw new NothingToJudge('The data source of this execution was deleted, so you cannot give feedback.');
    const source = await this.enterDataSource.execute(caller, 'template.execute', dataSourceId);
    // Judging a statement tells what running it would: what exists, and what the person may read of it.
    await this.requireRowAccess.execute(caller, { ...source, dataSourceId });
    const verdict = await this.judge.execute({ caller, source, sql });
    if (!verdict.ok) throw new QueryRejected(verdict.violations);
  }
}
