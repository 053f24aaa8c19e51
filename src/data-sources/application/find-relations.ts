import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../shared/page.js';
import type { Relation } from '../domain/relation.js';
import { wordsOf } from '../domain/words.js';
import { CachedSchemas, type Scope } from './ports/cached-schemas.js';
import { SchemaSearch } from './ports/schema-ranking.js';

/** A page of the relations that hold a text or, when none does, of those with words most like it. */
@Injectable()
export class FindRelations {
  constructor(
    private readonly search: SchemaSearch,
    private readonly cached: CachedSchemas,
  ) {}

  async execute(scope: Scope, text: string | null, request: PageRequest): Promise<Page<Relation>> {
    const wanted = text === null || text.trim() === '' ? null : text.trim();
    let found = await this.search.containing(scope, wanted, request);
    if (found.total === 0 && wanted !== null) found = await this.search.resembling(scope, wordsOf(wanted), request);
    const read = await this.cached.relations(scope, found.items);
    const byPlace = new Map(read.map(({ contentId, ordinal, relation }) => [`${contentId}:${ordinal}`, relation]));
    const items = found.items.flatMap(({ contentId, ordinal }) => byPlace.get(`${contentId}:${ordinal}`) ?? []);
    return { items, total: found.total };
  }
}
