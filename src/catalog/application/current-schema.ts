import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { FindDataSource } from '../../data-sources/application/find-data-source.js';
import { SchemaCache } from './ports/schema-cache.js';

/** The current schema of a source, for jobs that act for no person. Callers that act for a person enter the source instead. */
@Injectable()
export class CurrentSchema {
  constructor(
    private readonly findDataSource: FindDataSource,
    private readonly cache: SchemaCache,
  ) {}

  /** @returns `null` for one that is gone or was never discovered */
  async execute(dataSourceId: number): Promise<{ readonly source: DataSource; readonly snapshotId: number } | null> {
    const source = await this.findDataSource.execute(dataSourceId);
    const snapshot = source && (await this.cache.current(dataSourceId));
    return source && snapshot && { source, snapshotId: snapshot.id };
  }
}
