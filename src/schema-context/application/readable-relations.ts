import { Injectable } from '@nestjs/common';
import { readablePart } from '../../engines/catalog-reader/readable-part.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import type { RelationKey, Scope } from '../../catalog/application/open-schema.js';
import { SchemaRanking } from './ports/schema-ranking.js';
import { ReadRelations } from '../../catalog/application/read-relations.js';

/** Reads relations, in the order in which they are asked for, without what the role that connected may not read. */
@Injectable()
export class ReadableRelations {
  constructor(
    private readonly readRelations: ReadRelations,
    private readonly ranking: SchemaRanking,
  ) {}

  async execute(scope: Scope, keys: readonly RelationKey[]): Promise<readonly Relation[]> {
    const read = await this.readRelations.execute(scope, keys);
    const byKey = new Map(read.map(({ contentId, ordinal, relation }) => [`${contentId}:${ordinal}`, relation]));
    return this.partsOf(
      scope,
      keys.flatMap(({ contentId, ordinal }) => byKey.get(`${contentId}:${ordinal}`) ?? []),
    );
  }

  /** The same of relations that are read already. */
  async partsOf(scope: Scope, relations: readonly Relation[]): Promise<readonly Relation[]> {
    const targets = new Map(
      relations
        .flatMap(({ foreignKeys }) => foreignKeys.map(({ target }) => [target.schema, target.relation] as const))
        .map((place) => [JSON.stringify(place), place]),
    );
    const hidden = await this.ranking.hidden(scope, [...targets.values()]);
    return relations.map((relation) => readablePart(relation, hidden));
  }
}
