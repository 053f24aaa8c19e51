import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { Discovery } from '../domain/discovery.js';
import { type DiscoveryResult, resultOf } from '../domain/snapshot.js';
import { EnterDataSource } from './enter-data-source.js';
import { FailAbandonedDiscoveries } from './fail-abandoned-discoveries.js';
import { Discoveries } from './ports/discoveries.js';
import { SchemaCache } from './ports/schema-cache.js';

@Injectable()
export class ReadDiscovery {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly discoveries: Discoveries,
    private readonly cache: SchemaCache,
    private readonly failAbandoned: FailAbandonedDiscoveries,
    private readonly staleReads: StaleReads,
  ) {}

  /** @returns with it, when it is completed, what is known of the source now. @throws NotFound, Forbidden */
  async execute(
    caller: Caller,
    dataSourceId: number,
    discoveryId: number,
  ): Promise<{ discovery: Discovery; result: DiscoveryResult | null }> {
    await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    const discovery = await this.find(dataSourceId, discoveryId);
    if (discovery.state !== 'completed') return { discovery, result: null };
    await this.staleReads.showAllUntilNow();
    const snapshot = await this.cache.current(dataSourceId);
    const result = snapshot === null ? undefined : resultOf(snapshot, discovery.schemaName);
    return { discovery, result: result === undefined || result === 'missing' ? null : result };
  }

  /** A reader need not wait until the regular check notices that the process has died. */
  private async find(dataSourceId: number, id: number): Promise<Discovery> {
    let discovery = await this.discoveries.find(dataSourceId, id);
    if (discovery !== null && discovery.finishedAt === null) {
      await this.failAbandoned.execute(id);
      discovery = await this.discoveries.find(dataSourceId, id);
    }
    if (discovery === null) throw new NotFound('Discovery');
    return discovery;
  }
}
