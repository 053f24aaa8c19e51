import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { Jobs } from '../../shared/ports/jobs.js';
import { SourceFailed } from '../domain/data-source.errors.js';
import type { DataSource } from '../domain/data-source.js';
import type { Snapshot } from '../domain/snapshot.js';
import { EmbedSchema } from './embed-schema.js';
import { DataSources } from './ports/data-sources.js';
import { KnownData } from './ports/known-data.js';
import { MovedRelations } from './ports/moved-relations.js';
import { SampledColumns } from './ports/sampled-columns.js';
import { SchemaCache } from './ports/schema-cache.js';
import { SchemaFollowers } from './ports/schema-followers.js';

/** The job of those who look at a schema that has become the current one. */
export const SCHEMA_DISCOVERED = 'data-sources.schema-discovered';

/** Makes a snapshot the current one of its source, together with what follows the names in it. */
@Injectable()
export class ReplaceSchema {
  constructor(
    private readonly sources: DataSources,
    private readonly known: KnownData,
    private readonly cache: SchemaCache,
    private readonly sampled: SampledColumns,
    private readonly embedSchema: EmbedSchema,
    private readonly moved: MovedRelations,
    private readonly followers: SchemaFollowers,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Within the unit of work that ends the discovery.
   * @param keys which data was read
   * @throws NotFound when the source has been deleted, SourceFailed when it was pointed elsewhere
   */
  async execute(
    { source, keys }: { readonly source: DataSource; readonly keys: readonly string[] },
    snapshot: Omit<Snapshot, 'id'>,
    samples: Parameters<SampledColumns['keep']>[1],
    requestedBy: number | null,
  ): Promise<void> {
    // Rows of the organization are locked before the rows below them.
    const names = await this.followers.lock(source);
    const now = await this.sources.lock(source.id);
    if (now === null) throw new NotFound('Data source');
    if (!isSameDatabase(now, source)) throw new SourceFailed('LOST');
    await this.known.note(source.id, keys);
    const isNew = await this.cache.replaceCurrent(snapshot);
    await this.sampled.keep(source.id, samples, this.clock.now());
    await this.embedSchema.request(source.id);
    const key = `${SCHEMA_DISCOVERED} ${source.id}`;
    await this.jobs.enqueue(SCHEMA_DISCOVERED, { data_source_id: source.id }, { key });
    if (isNew && names.length > 0) await this.followers.follow(source, await this.moved.since(source.id, names), requestedBy);
  }
}

/** The data source may have been pointed elsewhere while the old one was read. */
function isSameDatabase(one: DataSource, other: DataSource): boolean {
  return JSON.stringify(one.connection) === JSON.stringify(other.connection);
}
