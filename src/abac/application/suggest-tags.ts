import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { WalkSchema, type WalkedSchema } from '../../catalog/application/walk-schema.js';
import type { Caller } from '../../shared/caller.js';
import { jsonDigest } from '../../shared/json-digest.js';
import { type Page, type PageRequest, offsetOf } from '../../shared/page.js';
import { RecentBySize } from '../../shared/recent-by-size.js';
import { type ColumnTag, type ReviewedRelation, TagIndex, type TaggedColumn } from '../domain/column-tags.js';
import { OrphanMoves } from '../domain/orphan-tags.js';
import { type TagSuggestion, suggestedByKeys, suggestedByView, suggestedByWords } from '../domain/tag-suggestions.js';
import { ListColumnTags, type ListedTag } from './list-column-tags.js';
import { ColumnTags } from './ports/column-tags.js';

interface OrphanTag extends ListedTag {
  readonly moveTo: TaggedColumn | null;
}

export type Suggested = { readonly kind: 'set'; readonly one: TagSuggestion } | { readonly kind: 'orphan'; readonly one: OrphanTag };

interface Asked {
  readonly walked: WalkedSchema;
  readonly known: readonly ListedTag[];
  /** Tags that are not refused and have their column. */
  readonly placed: readonly ListedTag[];
  /** Tags without a column whose new place is looked for. */
  readonly sought: readonly ListedTag[];
  readonly reviewed: readonly ReviewedRelation[];
}

interface Found {
  readonly suggestions: readonly TagSuggestion[];
  /** By tag: where its column has probably gone. */
  readonly moves: ReadonlyMap<string, TaggedColumn | null>;
}

/** How many at once: a person decides on some before they see more. */
const MOST_SUGGESTIONS = 10_000;
const BYTES_OF_SUGGESTION = 500;
/** Each is compared with all relations, and pages of that many share a walk. */
const ORPHANS_AT_ONCE = 1_000;
const MOST_BYTES = 32 * 1_048_576;

/** Tells which tags the schema suggests, and which existing tags have lost their column. */
@Injectable()
export class SuggestTags {
  private readonly held = new RecentBySize<string, Found>(
    MOST_BYTES,
    ({ suggestions, moves }) => BYTES_OF_SUGGESTION * (1 + suggestions.length + moves.size),
  );
  private readonly finding = new Map<string, Promise<Found>>();

  constructor(
    private readonly listColumnTags: ListColumnTags,
    private readonly enterDataSource: EnterDataSource,
    private readonly walkSchema: WalkSchema,
    private readonly tags: ColumnTags,
  ) {}

  /**
   * Tags without a column first. What a person has set, confirmed or refused is not suggested again.
   * @throws Forbidden, NotFound, SchemaNotDiscovered, SchemaNotFound
   */
  async execute(caller: Caller, dataSourceId: number, schemaName: string | null, request: PageRequest): Promise<Page<Suggested>> {
    const known = await this.listColumnTags.execute(caller, dataSourceId);
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const walked = await this.walkSchema.execute(caller, source, schemaName);
    const inForce = known.filter(({ state }) => state !== 'refused');
    const placed = inForce.filter(({ isOrphan }) => !isOrphan);
    const orphans = inForce.filter(({ isOrphan, schema }) => isOrphan && (schemaName ?? schema) === schema);
    const offset = offsetOf(request);
    const shown = orphans.slice(offset, offset + request.limit);
    const first = offset - (offset % ORPHANS_AT_ONCE);
    // The last page of these may reach beyond them.
    const sought = orphans.slice(first, first + ORPHANS_AT_ONCE + request.limit);
    const reviewed = await this.tags.reviewed(dataSourceId);
    const found = await this.foundOnce({ walked, known, placed, sought, reviewed });
    const start = Math.max(0, offset - orphans.length);
    const items = [
      ...shown.map((tag): Suggested => ({
        kind: 'orphan',
        one: { ...tag, moveTo: found.moves.get(keyOf(tag)) ?? null },
      })),
      ...found.suggestions.slice(start, start + request.limit - shown.length).map((one): Suggested => ({ kind: 'set', one })),
    ];
    return { items, total: orphans.length + found.suggestions.length };
  }

  /** A walk takes seconds where a schema is large. Its pages, and people who ask at once, share one. */
  private async foundOnce(asked: Asked): Promise<Found> {
    const { snapshot, scope, visible } = asked.walked;
    const seen = visible && [...visible].map(([place, columns]) => [place, columns && [...columns]]);
    const { known, sought, reviewed } = asked;
    const at = [scope.dataSourceId, scope.contentIds, snapshot.id, snapshot.discoveredAt.toISOString()];
    const key = jsonDigest([at, seen, known, reviewed, sought.map(keyOf)]);
    const held = this.held.get(key);
    if (held !== undefined) return held;
    const finding = this.finding.get(key) ?? find(asked).finally(() => this.finding.delete(key));
    this.finding.set(key, finding);
    const found = await finding;
    this.held.hold([key, found]);
    return found;
  }
}

async function find({ walked, known, placed, sought, reviewed }: Asked): Promise<Found> {
  const tags = new TagIndex(placed);
  const moves = new OrphanMoves(sought, reviewed, tags);
  const taken = new Set(known.map(keyOf));
  const suggestions: TagSuggestion[] = [];
  const add = (some: readonly TagSuggestion[]): void => {
    for (const one of some) {
      const key = keyOf(one);
      if (taken.has(key) || suggestions.length >= MOST_SUGGESTIONS) continue;
      taken.add(key);
      suggestions.push(one);
    }
  };
  for (const schema of walked.schemas)
    for await (const relations of walked.relationsOf(schema))
      for (const relation of relations) {
        const isFull = suggestions.length >= MOST_SUGGESTIONS;
        if (isFull && sought.length === 0) return { suggestions, moves: new Map() };
        // Relations may have thousands of columns each, and other requests need not wait for all.
        await new Promise((resolve) => setImmediate(resolve));
        moves.see(relation);
        if (isFull || !relation.readable) continue;
        const readable = { ...relation, columns: relation.columns.filter((column) => column.readable) };
        add(suggestedByWords(readable, tags.ofRelation(relation.schema, relation.name)));
        add([...suggestedByKeys(readable, tags), ...suggestedByView(readable, tags)]);
      }
  return { suggestions, moves: new Map(sought.map((tag) => [keyOf(tag), moves.of(tag)])) };
}

function keyOf({ schema, relation, column, tag }: ColumnTag): string {
  return JSON.stringify([schema, relation, column, tag]);
}
