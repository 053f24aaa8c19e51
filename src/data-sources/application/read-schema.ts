import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Relation, UserType } from '../domain/relation.js';
import { EnterSchema } from './enter-schema.js';
import { FindRelations } from './find-relations.js';
import { CachedSchemas, type SchemaView, type SnapshotView } from './ports/cached-schemas.js';

export interface SchemaPage {
  readonly snapshot: SnapshotView;
  readonly schemas: readonly (SchemaView & { readonly types: readonly UserType[] })[];
  readonly relations: Page<Relation>;
}

@Injectable()
export class ReadSchema {
  constructor(
    private readonly enterSchema: EnterSchema,
    private readonly findRelations: FindRelations,
    private readonly cached: CachedSchemas,
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
    const { snapshot, schemas, scope } = await this.enterSchema.execute(caller, dataSourceId, schemaName);
    const relations = await this.findRelations.execute(scope, search, request);
    const types = await this.cached.types(scope);
    return {
      snapshot,
      schemas: schemas.map((schema) => ({ ...schema, types: types.get(schema.contentId) ?? [] })),
      relations,
    };
  }
}
