import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ExecutionEnded } from '../domain/query.errors.js';
import { EnterExecution } from './enter-execution.js';
import { Executions } from './ports/executions.js';

@Injectable()
export class CancelExecution {
  constructor(
    private readonly enterExecution: EnterExecution,
    private readonly executions: Executions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * The instance that runs it ends it within a second or two, also at the data source.
   * @throws Forbidden, NotFound, ExecutionEnded
   */
  async execute(caller: Caller, executionId: number): Promise<void> {
    const { organizationId, dataSourceId } = await this.enterExecution.execute(caller, executionId);
    await this.unitOfWork.run(async () => {
      if (!(await this.executions.requestCancel(executionId))) throw new ExecutionEnded();
      await this.auditTrail.record({
        action: 'query.cancelled',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'query_execution', id: executionId },
        detail: { data_source_id: dataSourceId },
      });
    });
  }
}
