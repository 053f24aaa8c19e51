import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { RequireSession } from '../../sessions/application/require-session.js';
import { NotFound } from '../../shared/domain-error.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { SchemaNotFound } from '../../data-sources/application/read-source.js';
import type { Discovery } from '../domain/discovery.js';
import { type DiscoveryResult, resultOf } from '../domain/snapshot.js';
import { type DataSource, EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { DiscoveryWaits } from './ports/discovery-waits.js';
import { SchemaCache } from './ports/schema-cache.js';
import { RunningDiscoveries } from './running-discoveries.js';
import { TellSkipped } from './tell-skipped.js';

@Injectable()
export class DiscoverSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly cache: SchemaCache,
    private readonly running: RunningDiscoveries,
    private readonly waits: DiscoveryWaits,
    private readonly staleReads: StaleReads,
    private readonly tellSkipped: TellSkipped,
    private readonly requireSession: RequireSession,
  ) {}

  /**
   * Answers from the cache when that is allowed, without touching the source. Otherwise the source is read, by one reading for all who
   * ask at the time.
   * @param input.wait false answers as soon as the discovery has begun, with it and the people who wait for it
   * @throws NotFound, Forbidden, also where they lost access to the source while it was read; Unauthorized where their session has ended; SchemaNotFound, SourceFailed, HostNotAllowed, DiscoveryTimeout, DiscoveryCancelled,
   * DiscoveryInterrupted, EngineUnavailable
   */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    refresh: boolean;
    wait: boolean;
  }): Promise<{ result: DiscoveryResult } | { discovery: Discovery; waiting: readonly number[] }> {
    const { caller, dataSourceId, schemaName, refresh, wait } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
    const cached = refresh ? undefined : await this.known(dataSourceId, schemaName);
    if (cached !== undefined) return { result: await this.toldTo(caller, source, cached) };
    const { discovery, outcome } = await this.running.join(dataSourceId, schemaName, caller.userId);
    if (!wait) return { discovery, waiting: await this.waits.waiting(discovery.id) };
    await outcome;
    // Another request may have begun it.
    await this.staleReads.showAllUntilNow();
    const now = await this.enterAgain(caller, dataSourceId);
    const result = await this.known(dataSourceId, schemaName);
    // It was deleted in the meantime.
    if (result === undefined) throw new NotFound('Data source');
    return { result: await this.toldTo(caller, now, result) };
  }

  /** Reading a source takes minutes, in which the person may have lost access to it. Keys are asked for by those who let them wait. */
  private async enterAgain(caller: Caller, dataSourceId: number): Promise<DataSource> {
    if (caller.key === undefined) await this.requireSession.execute(caller);
    return this.enterDataSource.execute(caller, 'data_source.discover', dataSourceId);
  }

  private async toldTo(caller: Caller, source: DataSource, result: DiscoveryResult): Promise<DiscoveryResult> {
    return { ...result, skipped: await this.tellSkipped.execute(caller, source, result.skipped) };
  }

  /** @throws SchemaNotFound when all schemas are known, and this is none of them */
  private async known(dataSourceId: number, schemaName: string | null): Promise<DiscoveryResult | undefined> {
    const snapshot = await this.cache.current(dataSourceId);
    const result = snapshot === null ? undefined : resultOf(snapshot, schemaName);
    if (result === 'missing') throw new SchemaNotFound();
    return result;
  }
}
