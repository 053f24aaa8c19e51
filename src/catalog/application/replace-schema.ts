import { Injectable } from '@nestjs/common';
import { Jobs } from '../../shared/ports/jobs.js';
import type { Snapshot } from '../domain/snapshot.js';
import { ConfirmReading } from '../../data-sources/application/confirm-reading.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { MovedRelations } from './ports/moved-relations.js';
import { SchemaCache } from './ports/schema-cache.js';
import { SchemaFollowers } from './ports/schema-followers.js';
import { type ReadValues, SchemaPreparations } from './ports/schema-preparations.js';

/** The job in which other contexts look at a schema that has become the current one. */
export const SCHEMA_DISCOVERED = 'data-sources.schema-discovered';

/** Makes a snapshot the current one of its source, together with what follows the names in it. */
@Injectable()
export class ReplaceSchema {
  constructor(
    private readonly confirmReading: ConfirmReading,
    private readonly cache: SchemaCache,
    private readonly preparations: SchemaPreparations,
    private readonly moved: MovedRelations,
    private readonly followers: SchemaFollowers,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Within the unit of work that ends the discovery.
   * @param keys which data was read
   * @throws NotFound when the source has been deleted, SourceFailed when it was pointed elsewhere
   */
  async execute(
    { source, keys }: { readonly source: DataSource; readonly keys: readonly string[] },
    snapshot: Omit<Snapshot, 'id'>,
    samples: readonly ReadValues[],
    requestedBy: number | null,
  ): Promise<void> {
    // Rows of the organization are locked before the rows below them.
    const names = await this.followers.lock(source);
    await this.confirmReading.execute(source, keys);
    const isNew = await this.cache.replaceCurrent(snapshot);
    await this.preparations.keep(source.id, samples);
    const key = `${SCHEMA_DISCOVERED} ${source.id}`;
    await this.jobs.enqueue(SCHEMA_DISCOVERED, { data_source_id: source.id }, { key });
    if (isNew && names.length > 0) await this.followers.follow(source, await this.moved.since(source.id, names), requestedBy);
  }
}
