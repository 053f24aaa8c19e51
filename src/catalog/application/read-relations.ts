import { Injectable } from '@nestjs/common';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { CachedSchemas, type RelationKey, type Scope } from './ports/cached-schemas.js';

/** Reads relations of an opened schema, whatever the connected role or the caller may see of them. */
@Injectable()
export class ReadRelations {
  constructor(private readonly cached: CachedSchemas) {}

  execute(scope: Scope, keys: readonly RelationKey[]): Promise<readonly (RelationKey & { relation: Relation })[]> {
    return this.cached.relations(scope, keys);
  }
}
