import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { type Discovery, coversSchemaOf } from '../domain/discovery.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryWaits } from './ports/discovery-waits.js';

export interface AnnouncedDiscovery {
  readonly discovery: Discovery;
  readonly organizationId: number;
  /** Running discoveries whose result will answer this request too. */
  readonly ahead: readonly Discovery[];
}

@Injectable()
export class AnnounceDiscovery {
  constructor(
    private readonly findDataSource: FindDataSource,
    private readonly discoveries: Discoveries,
    private readonly waits: DiscoveryWaits,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the source has been deleted */
  execute(dataSourceId: number, schemaName: string | null, requestedBy: number): Promise<AnnouncedDiscovery> {
    return this.unitOfWork.run(async () => {
      // Under the lock of the source, so that one of two concurrent requests sees the other.
      const { organizationId } = await this.findDataSource.lock(dataSourceId);
      const open = await this.discoveries.open(dataSourceId);
      const request = { dataSourceId, schemaName, requestedBy, requestedAt: this.clock.now() };
      const discovery = await this.discoveries.add(request);
      await this.waits.begin(discovery.id, requestedBy);
      return { discovery, organizationId, ahead: open.filter((other) => coversSchemaOf(other, { schemaName })) };
    });
  }
}
