import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { SchemaNotFound } from '../domain/data-source.errors.js';
import type { Discovery } from '../domain/discovery.js';
import { type DiscoveryResult, resultOf } from '../domain/snapshot.js';
import { EnterDataSource } from './enter-data-source.js';
import { SchemaCache } from './ports/schema-cache.js';
import { RunningDiscoveries } from './running-discoveries.js';

@Injectable()
export class DiscoverSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly cache: SchemaCache,
    private readonly running: RunningDiscoveries,
    private readonly staleReads: StaleReads,
  ) {}

  /**
   * What is known answers when it may, and the source is not touched then. Otherwise the source is read, by one reading for all
   * who ask for it at the time.
   * @param wait false answers with the discovery as soon as it has begun
   * @throws NotFound, Forbidden, SchemaNotFound, SourceFailed, HostNotAllowed, DiscoveryTimeout, DiscoveryCancelled,
   *   DiscoveryInterrupted, EngineUnavailable
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    refresh: boolean;
    wait: boolean;
  }): Promise<{ result: DiscoveryResult } | { discovery: Discovery }> {
    const { caller, dataSourceId, schemaName, refresh, wait } = input;
    await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    const cached = refresh ? undefined : await this.known(dataSourceId, schemaName);
    if (cached !== undefined) return { result: cached };
    const running = this.running.join(dataSourceId, schemaName, caller.userId);
    if (!wait) return { discovery: await running.announced };
    await running.outcome;
    // Another may have begun it.
    await this.staleReads.showAllUntilNow();
    const result = await this.known(dataSourceId, schemaName);
    // It was deleted in between.
    if (result === undefined) throw new NotFound('Data source');
    return { result };
  }

  /** @throws SchemaNotFound when all schemas are known, and this is none of them */
  private async known(dataSourceId: number, schemaName: string | null): Promise<DiscoveryResult | undefined> {
    const snapshot = await this.cache.current(dataSourceId);
    const result = snapshot === null ? undefined : resultOf(snapshot, schemaName);
    if (result === 'missing') throw new SchemaNotFound();
    return result;
  }
}
