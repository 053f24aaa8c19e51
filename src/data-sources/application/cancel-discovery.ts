import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryEnded } from '../domain/data-source.errors.js';
import { EnterDataSource } from './enter-data-source.js';
import { Discoveries } from './ports/discoveries.js';
import { RunningDiscoveries } from './running-discoveries.js';

@Injectable()
export class CancelDiscovery {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly discoveries: Discoveries,
    private readonly running: RunningDiscoveries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Also for those who wait for the same result. @throws NotFound, Forbidden, DiscoveryEnded */
  async execute(caller: Caller, dataSourceId: number, discoveryId: number): Promise<void> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    if ((await this.discoveries.find(dataSourceId, discoveryId)) === null) throw new NotFound('Discovery');
    await this.unitOfWork.run(async () => {
      if (!(await this.discoveries.requestCancel(dataSourceId, discoveryId))) throw new DiscoveryEnded();
      await this.auditTrail.record({
        action: 'data_source.discovery_cancelled',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'data_source', id: dataSourceId },
        detail: { discovery_id: discoveryId },
      });
    });
    await this.running.cancel(dataSourceId, discoveryId);
  }
}
