import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { isOtherDatabase } from '../domain/connection.js';
import { DataSourceOpen } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import { AdmitPlace } from './admit-place.js';
import { EnterDataSource } from './enter-data-source.js';
import { NameSameData, type ToldSource } from './name-same-data.js';
import { DataSources } from './ports/data-sources.js';
import { KnownData } from './ports/known-data.js';

/** Lets people read a closed source. */
@Injectable()
export class OpenDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly enterDataSource: EnterDataSource,
    private readonly admitPlace: AdmitPlace,
    private readonly nameSameData: NameSameData,
    private readonly sources: DataSources,
    private readonly known: KnownData,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns the source with the protected sources of the same data @throws NotFound, Forbidden, DataSourceOpen, EditedMeanwhile */
  async execute(caller: Caller, dataSourceId: number): Promise<{ source: DataSource; sameData: readonly ToldSource[] }> {
    const found = await this.enterDataSource.evenClosed(caller, 'data_source.read', dataSourceId);
    const { organizationId } = found;
    await this.access.require(caller, 'abac.grant', { organizationId });
    const event = {
      action: 'data_source.opened',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'data_source', id: dataSourceId },
    };
    const { source, same } = await recordRefusal(this.auditTrail, event, async () => {
      const looked = await this.admitPlace.lookGranted(found);
      return this.unitOfWork.run(async () => {
        const same = await this.admitPlace.judge(looked);
        if (!(await this.known.open(dataSourceId, this.clock.now()))) throw new DataSourceOpen();
        await this.admitPlace.enter(dataSourceId, looked, same);
        const source = await this.sources.lock(dataSourceId);
        if (source === null) throw new NotFound('Data source');
        // Pointed elsewhere, or moved, since the person looked.
        if (found.workspaceId !== source.workspaceId || isOtherDatabase(found.connection, source.connection)) throw new EditedMeanwhile();
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name: source.name } });
        return { source, same };
      });
    });
    return { source, sameData: await this.nameSameData.execute(caller, organizationId, same.sources, same.remembered) };
  }
}
