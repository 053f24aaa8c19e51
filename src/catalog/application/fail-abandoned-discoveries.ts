import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryInterrupted } from '../../data-sources/application/read-source.js';
import { ABANDONED_AFTER_MS } from '../domain/discovery.js';
import { Discoveries } from './ports/discoveries.js';

/** Marks the discoveries of dead processes as failed. */
@Injectable()
export class FailAbandonedDiscoveries {
  constructor(
    private readonly discoveries: Discoveries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param only the one to look at; all without it */
  async execute(only: number | null = null): Promise<void> {
    const { code, message } = new DiscoveryInterrupted();
    const end = { errorCode: code, errorMessage: message, finishedAt: this.clock.now() };
    await this.unitOfWork.run(async () => {
      for (const abandoned of await this.discoveries.failAbandoned(ABANDONED_AFTER_MS, end, only)) {
        await this.auditTrail.record({
          action: 'data_source.schema_discovered',
          outcome: 'refused',
          actorUserId: abandoned.requestedBy,
          organizationId: abandoned.organizationId,
          target: { type: 'data_source', id: abandoned.dataSourceId },
          detail: { discovery_id: abandoned.id, reason: code },
        });
      }
    });
  }
}
