import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { Discovery } from '../domain/discovery.js';
import { type DiscoveryResult, resultOf } from '../domain/snapshot.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { FailAbandonedDiscoveries } from './fail-abandoned-discoveries.js';
import { Discoveries } from './ports/discoveries.js';
import { DiscoveryWaits } from './ports/discovery-waits.js';
import { SchemaCache } from './ports/schema-cache.js';
import { TellSkipped } from './tell-skipped.js';

@Injectable()
export class ReadDiscovery {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly discoveries: Discoveries,
    private readonly waits: DiscoveryWaits,
    private readonly cache: SchemaCache,
    private readonly failAbandoned: FailAbandonedDiscoveries,
    private readonly staleReads: StaleReads,
    private readonly tellSkipped: TellSkipped,
  ) {}

  /** @returns with it the people who wait for it, and when it is completed what is known of the source now. @throws NotFound, Forbidden */
  async execute(
    caller: Caller,
    dataSourceId: number,
    discoveryId: number,
  ): Promise<{ discovery: Discovery; waiting: readonly number[]; result: DiscoveryResult | null }> {
    const source = await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    const discovery = await this.find(dataSourceId, discoveryId);
    if (discovery.finishedAt === null) return { discovery, waiting: await this.waits.waiting(discovery.id), result: null };
    if (discovery.state !== 'completed') return { discovery, waiting: [], result: null };
    await this.staleReads.showAllUntilNow();
    const snapshot = await this.cache.current(dataSourceId);
    const result = snapshot === null ? undefined : resultOf(snapshot, discovery.schemaName);
    if (result === undefined || result === 'missing') return { discovery, waiting: [], result: null };
    const skipped = await this.tellSkipped.execute(caller, source, result.skipped);
    return { discovery, waiting: [], result: { ...result, skipped } };
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
