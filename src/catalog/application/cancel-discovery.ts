import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { DiscoveryEnded } from '../domain/catalog.errors.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryWaits } from './ports/discovery-waits.js';
import { RunningDiscoveries } from './running-discoveries.js';

@Injectable()
export class CancelDiscovery {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly discoveries: Discoveries,
    private readonly waits: DiscoveryWaits,
    private readonly running: RunningDiscoveries,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Ends the wait of the caller, and the discovery itself if nobody else waits for it.
   * @returns whether it goes on for others
   * @throws NotFound, Forbidden, DiscoveryEnded
   */
  async execute(caller: Caller, dataSourceId: number, discoveryId: number): Promise<{ goesOn: boolean }> {
    const { organizationId } = await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    if ((await this.discoveries.find(dataSourceId, discoveryId)) === null) throw new NotFound('Discovery');
    const cancellation = await this.unitOfWork.run(async () => {
      const cancelled = await this.waits.cancel(dataSourceId, discoveryId, caller.userId);
      if (cancelled === null) throw new DiscoveryEnded();
      // People who did not wait, or who leave while others wait, have changed nothing.
      if (cancelled.waits.length + cancelled.ends.length > 0)
        await this.auditTrail.record({
          action: 'data_source.discovery_cancelled',
          outcome: 'success',
          actorUserId: caller.userId,
          organizationId,
          target: { type: 'data_source', id: dataSourceId },
          detail: { discovery_id: discoveryId, goes_on: cancelled.goesOn },
        });
      return cancelled;
    });
    await this.running.heed(dataSourceId, cancellation);
    return { goesOn: cancellation.goesOn };
  }
}
