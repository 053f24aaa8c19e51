import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ABANDONED_AFTER_MS, INTERRUPTED } from '../domain/execution.js';
import { type AbandonedExecution, ExecutionRetention } from './ports/executions.js';

/** Marks the executions of dead processes as failed. */
@Injectable()
export class FailAbandonedExecutions {
  constructor(
    private readonly retention: ExecutionRetention,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const end = { errorCode: INTERRUPTED, finishedAt: this.clock.now() };
    await this.unitOfWork.run(async () => {
      for (const abandoned of await this.retention.failAbandoned(ABANDONED_AFTER_MS, end)) {
        await this.auditTrail.record({
          action: actionOf(abandoned),
          outcome: 'refused',
          actorUserId: abandoned.userId,
          organizationId: abandoned.organizationId,
          target: { type: 'query_execution', id: abandoned.id },
          detail: { execution_id: abandoned.id, reason: INTERRUPTED },
        });
      }
    });
  }
}

/** A template that was deleted in the meantime leaves its version. */
function actionOf({ templateVersion, question }: AbandonedExecution): string {
  if (templateVersion !== null) return 'prompt_template.answered';
  return question === null ? 'query.run' : 'query.asked';
}
