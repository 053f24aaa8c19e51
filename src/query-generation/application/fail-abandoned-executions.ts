import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ABANDONED_AFTER_MS, INTERRUPTED } from '../domain/execution.js';
import { ExecutionRetention } from './ports/executions.js';

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
          action: abandoned.templateId === null ? 'query.run' : 'prompt_template.answered',
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
