import { Injectable } from '@nestjs/common';
import { SchemaNotFound } from '../../data-sources/application/read-source.js';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import { CachedSchemas, type SchemaView, type Scope, type SnapshotView } from './ports/cached-schemas.js';

export type { Found, RelationKey, Scope } from './ports/cached-schemas.js';

export interface OpenedSchema {
  readonly snapshot: SnapshotView;
  /** The schemas of the snapshot that were asked for. */
  readonly schemas: readonly SchemaView[];
  readonly scope: Scope;
}

/** The last discovered schema, for callers who may read the source. */
@Injectable()
export class OpenSchema {
  constructor(private readonly cached: CachedSchemas) {}

  /** All of it; `null` before the first discovery. */
  async scopeOf(dataSourceId: number): Promise<Scope | null> {
    const snapshot = await this.cached.snapshot(dataSourceId, null);
    return snapshot && { dataSourceId, contentIds: snapshot.schemas.map(({ contentId }) => contentId) };
  }

  /** @param schemaName `null` for all @throws SchemaNotDiscovered, SchemaNotFound */
  async execute(dataSourceId: number, schemaName: string | null): Promise<OpenedSchema> {
    const snapshot = await this.cached.snapshot(dataSourceId, null);
    if (snapshot === null) throw new SchemaNotDiscovered();
    const schemas = snapshot.schemas.filter(({ name }) => schemaName === null || name === schemaName);
    if (schemas.length === 0 && schemaName !== null) throw new SchemaNotFound();
    return { snapshot, schemas, scope: { dataSourceId, contentIds: schemas.map(({ contentId }) => contentId) } };
  }
}
