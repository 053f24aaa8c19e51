import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { StaleReads } from '../../shared/ports/stale-reads.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { UserType } from '../../engines/catalog-reader/user-type.js';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { FindRelations } from './find-relations.js';
import { OpenSchema } from './open-schema.js';
import { CachedSchemas, type SchemaView, type SnapshotView } from './ports/cached-schemas.js';
import { TellSkipped } from './tell-skipped.js';
import { type SkippedRelation, skippedOf } from '../domain/snapshot.js';
import type { Engine } from '../../engines/catalog-reader/engine.js';

export interface SchemaPage {
  readonly engine: Engine;
  readonly snapshot: SnapshotView;
  readonly schemas: readonly (SchemaView & { readonly types: readonly UserType[] })[];
  readonly relations: Page<Relation>;
  readonly skipped: readonly SkippedRelation[];
}

@Injectable()
export class ReadSchema {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly openSchema: OpenSchema,
    private readonly findRelations: FindRelations,
    private readonly cached: CachedSchemas,
    private readonly tellSkipped: TellSkipped,
    private readonly staleReads: StaleReads,
  ) {}

  /** @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound */
  async execute(input: {
    caller: Caller;
    dataSourceId: number;
    schemaName: string | null;
    search: string | null;
    request: PageRequest;
  }): Promise<SchemaPage> {
    const { caller, dataSourceId, schemaName, search, request } = input;
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    return this.staleReads.run(async () => {
      const { snapshot, schemas, scope } = await this.openSchema.execute(dataSourceId, schemaName);
      const relations = await this.findRelations.execute({ caller, source, scope }, search, request);
      const locked = skippedOf(schemas.map(({ name, locked: names }) => ({ schema: name, locked: names })));
      const types = await this.cached.types(scope);
      return {
        engine: source.engine,
        snapshot,
        schemas: schemas.map((schema) => ({ ...schema, types: types.get(schema.contentId)?.types ?? [] })),
        relations,
        skipped: await this.tellSkipped.execute(caller, source, locked),
      };
    });
  }
}
