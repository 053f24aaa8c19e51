import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import { SchemaNotDiscovered } from '../domain/catalog.errors.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { type VisibleColumns, visiblePart } from '../domain/visible-part.js';
import { type OpenedSchema, OpenSchema } from './open-schema.js';
import { CachedSchemas, type SchemaView } from './ports/cached-schemas.js';
import { SchemaVisibility } from './ports/schema-visibility.js';

const BATCH = 100;

export interface WalkedSchema extends OpenedSchema {
  /** Equal for people who may know the same of it; `null`: all. */
  readonly visible: VisibleColumns | null;
  /** Relations of one of its schemas, without what policies keep from the caller, a batch at a time. */
  readonly relationsOf: (schema: SchemaView) => AsyncIterable<readonly Relation[]>;
}

/** The whole schema of a data source that the caller has entered: however large it is, no more than one batch is in memory. */
@Injectable()
export class WalkSchema {
  constructor(
    private readonly openSchema: OpenSchema,
    private readonly cached: CachedSchemas,
    private readonly staleReads: StaleReads,
    private readonly visibility: SchemaVisibility,
  ) {}

  /**
   * @param schemaName `null` for all
   * @returns batches are read as they are asked for; they end with an error when the snapshot is deleted
   * @throws Forbidden, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(caller: Caller, source: DataSource, schemaName: string | null): Promise<WalkedSchema> {
    const visible = await this.visibility.visibleTo(caller, source);
    const opened = await this.staleReads.run(() => this.openSchema.execute(source.id, schemaName));
    const seen = (relation: Relation): Relation[] => {
      const part = visible === null ? relation : visiblePart(relation, visible);
      return part === null ? [] : [part];
    };
    return { ...opened, visible, relationsOf: (schema) => this.batches(source.id, schema, seen) };
  }

  private async *batches(
    dataSourceId: number,
    schema: SchemaView,
    seen: (relation: Relation) => Relation[],
  ): AsyncGenerator<readonly Relation[]> {
    let left = schema.counts.tables + schema.counts.views;
    for (let ordinal = -1; left > 0;) {
      const behind = ordinal;
      const batch = await this.staleReads.run(() => this.cached.relationsBehind(dataSourceId, schema, behind, BATCH));
      ordinal = batch.at(-1)?.ordinal ?? ordinal;
      left -= batch.length;
      if (batch.length === 0) throw new SchemaNotDiscovered();
      yield batch.flatMap(({ relation }) => seen(relation));
    }
  }
}
