import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryInterrupted } from '../domain/data-source.errors.js';
import { SILENCE_OF_THE_DEAD_MS } from '../domain/discovery.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryTerms } from './ports/discovery-terms.js';
import { SchemaCache } from './ports/schema-cache.js';

const KEPT_MS = 30 * 86_400_000;

/** Writes down the end of discoveries whose process died, and removes what nothing refers to any more. */
@Injectable()
export class PurgeDiscoveries {
  constructor(
    private readonly discoveries: Discoveries,
    private readonly cache: SchemaCache,
    private readonly terms: DiscoveryTerms,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const now = this.clock.now();
    const { code, message } = new DiscoveryInterrupted();
    const end = { errorCode: code, errorMessage: message, finishedAt: now };
    await this.unitOfWork.run(async () => {
      for (const abandoned of await this.discoveries.failAbandoned(SILENCE_OF_THE_DEAD_MS, end)) {
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
    await this.discoveries.purge(new Date(now.getTime() - KEPT_MS));
    // Twice its time: no reading that still goes on has begun so long ago.
    await this.cache.purge(new Date(now.getTime() - 2 * this.terms.timeoutMs));
  }
}
