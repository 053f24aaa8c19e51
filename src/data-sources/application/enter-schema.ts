import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { DataSource } from '../domain/data-source.js';
import { SchemaNotDiscovered, SchemaNotFound } from '../domain/data-source.errors.js';
import { EnterDataSource } from './enter-data-source.js';
import { CachedSchemas, type SchemaView, type Scope, type SnapshotView } from './ports/cached-schemas.js';

export interface EnteredSchema {
  readonly source: DataSource;
  readonly snapshot: SnapshotView;
  /** Of the snapshot those that were asked for. */
  readonly schemas: readonly SchemaView[];
  readonly scope: Scope;
}

/** What every use case about a discovered schema begins with. */
@Injectable()
export class EnterSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly cached: CachedSchemas,
  ) {}

  /**
   * @param schemaName `null` for all
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(caller: Caller, dataSourceId: number, schemaName: string | null): Promise<EnteredSchema> {
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const snapshot = await this.cached.snapshot(dataSourceId, null);
    if (snapshot === null) throw new SchemaNotDiscovered();
    const schemas = snapshot.schemas.filter(({ name }) => schemaName === null || name === schemaName);
    if (schemas.length === 0 && schemaName !== null) throw new SchemaNotFound();
    return {
      source,
      snapshot,
      schemas,
      scope: { dataSourceId, contentIds: schemas.map(({ contentId }) => contentId) },
    };
  }
}
