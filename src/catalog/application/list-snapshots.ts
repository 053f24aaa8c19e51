import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { CachedSchemas, type SnapshotView } from './ports/cached-schemas.js';

@Injectable()
export class ListSnapshots {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly cached: CachedSchemas,
    private readonly staleReads: StaleReads,
  ) {}

  /** The newest first; none before the first discovery. @throws Forbidden, NotFound */
  async execute(caller: Caller, dataSourceId: number, request: PageRequest): Promise<Page<SnapshotView>> {
    await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    return this.staleReads.run(() => this.cached.snapshots(dataSourceId, request));
  }
}
