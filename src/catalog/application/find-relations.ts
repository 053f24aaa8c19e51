import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import type { Relation } from '../../engines/catalog-reader/relation.js';
import { type VisibleColumns, nameAt, visiblePart } from '../domain/visible-part.js';
import { wordsOf } from '../../shared/words.js';
import { CachedSchemas, type Scope } from './ports/cached-schemas.js';
import { DescribedRelations } from './ports/described-relations.js';
import type { NamedRelation } from './ports/relation-names.js';
import { SchemaSearch } from './ports/schema-search.js';
import type { Found } from './ports/cached-schemas.js';
import { SchemaVisibility } from './ports/schema-visibility.js';

/**
 * A page of the relations that hold a text or, when none does, of those with words most like it; or of one table, first, and those
 * that foreign keys connect with it.
 */
@Injectable()
export class FindRelations {
  constructor(
    private readonly search: SchemaSearch,
    private readonly cached: CachedSchemas,
    private readonly described: DescribedRelations,
    private readonly visibility: SchemaVisibility,
  ) {}

  /** Policies hide relations and columns from the caller as if they did not exist. */
  async execute(
    { caller, source, scope }: { readonly caller: Caller; readonly source: DataSource; readonly scope: Scope },
    wanted: string | NamedRelation | null,
    request: PageRequest,
  ): Promise<Page<Relation>> {
    const visible = await this.visibility.visibleTo(caller, source);
    if (typeof wanted === 'object' && wanted !== null) return this.connected(scope, wanted, request, visible);
    const found = await this.find(source.id, scope, wanted, request, visible);
    const items = await this.read(scope, found);
    if (visible === null) return { items, total: found.total };
    return { items: items.flatMap((relation) => visiblePart(relation, visible) ?? []), total: found.total };
  }

  /** Leaves out relations that only a key of hidden columns connects. */
  private async connected(scope: Scope, wanted: NamedRelation, request: PageRequest, visible: VisibleColumns | null) {
    const found = await this.search.connected(scope, wanted, request);
    const items = await this.read(scope, found);
    if (visible === null) return { items, total: found.total };
    const parts = items.flatMap((relation) => visiblePart(relation, visible) ?? []);
    const [first] = items;
    const centre = parts.find(({ schema, name }) => schema === first?.schema && name === first.name);
    const isNear = (part: Relation): boolean =>
      centre !== undefined && (part === centre || pointsTo(part, centre) || pointsTo(centre, part));
    const near = parts.filter(isNear);
    return { items: near, total: centre === undefined ? 0 : found.total - (items.length - near.length) };
  }

  private async read(scope: Scope, found: Page<Found>): Promise<readonly Relation[]> {
    const read = await this.cached.relations(scope, found.items);
    const byPlace = new Map(read.map(({ contentId, ordinal, relation }) => [`${contentId}:${ordinal}`, relation]));
    return found.items.flatMap(({ contentId, ordinal }) => byPlace.get(`${contentId}:${ordinal}`) ?? []);
  }

  /** Relations that are denied, and those in which the text occurs only in hidden places. */
  private async hidden(id: number, visible: VisibleColumns, text: string | null) {
    const names = [...visible].map(([place, columns]) => ({ ...nameAt(place), isDenied: columns === null }));
    if (text === null) return names.filter(({ isDenied }) => isDenied);
    const parts =
      (await this.described.named(
        id,
        names.map(({ name }) => name),
      )) ?? [];
    const shown = parts.flatMap((relation) => visiblePart(relation, visible) ?? []).filter((part) => holds(part, text));
    return names.filter(({ schema, name }) => !shown.some((one) => one.schema === schema && one.name === name));
  }

  private async find(
    id: number,
    scope: Scope,
    wanted: string | null,
    request: PageRequest,
    visible: VisibleColumns | null,
  ): Promise<Page<Found>> {
    const text = wanted === null || wanted.trim() === '' ? null : wanted.trim();
    const without = visible === null ? [] : await this.hidden(id, visible, text);
    const found = await this.search.containing(scope, text, request, without);
    if (found.total > 0 || text === null) return found;
    // The search does not say which word of a relation is similar, so it may be a hidden one.
    const parts = visible === null ? [] : [...visible.keys()].map(nameAt);
    return this.search.resembling(scope, wordsOf(text), request, parts);
  }
}

/** Whether a foreign key of the one names the other. */
export function pointsTo({ foreignKeys }: Relation, to: Relation): boolean {
  return foreignKeys.some(({ target }) => target.schema === to.schema && target.relation === to.name);
}

function holds({ name, comment, columns }: Relation, text: string): boolean {
  const texts = [{ name, comment }, ...columns].flatMap((one) => [one.name, one.comment ?? '']);
  return texts.some((one) => one.toLowerCase().includes(text.toLowerCase()) || sameWords(one, text));
}

function sameWords(one: string, text: string): boolean {
  const words = wordsOf(text).join(' ');
  return words !== '' && ` ${wordsOf(one).join(' ')} `.includes(words);
}
