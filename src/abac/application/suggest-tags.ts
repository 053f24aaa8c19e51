import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../data-sources/application/enter-data-source.js';
import { WalkSchema } from '../../data-sources/application/walk-schema.js';
import type { Caller } from '../../shared/caller.js';
import { type Page, type PageRequest, offsetOf } from '../../shared/page.js';
import { type ColumnTag, TagIndex, type TaggedColumn } from '../domain/column-tags.js';
import { OrphanMoves } from '../domain/orphan-tags.js';
import { type TagSuggestion, suggestedByKeys, suggestedByView, suggestedByWords } from '../domain/tag-suggestions.js';
import { ListColumnTags, type ListedTag } from './list-column-tags.js';
import { ColumnTags } from './ports/column-tags.js';

interface OrphanTag extends ListedTag {
  readonly moveTo: TaggedColumn | null;
}

export type Suggested =
  | { readonly kind: 'set'; readonly one: TagSuggestion }
  | { readonly kind: 'orphan'; readonly one: OrphanTag };

/** Tells which tags the schema suggests, and which of those that are there have lost their column. */
@Injectable()
export class SuggestTags {
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
  async execute(
    caller: Caller,
    dataSourceId: number,
    schemaName: string | null,
    request: PageRequest,
  ): Promise<Page<Suggested>> {
    const known = await this.listColumnTags.execute(caller, dataSourceId);
    const source = await this.enterDataSource.execute(caller, 'data_source.read', dataSourceId);
    const walked = await this.walkSchema.execute(caller, source, schemaName);
    const wanted = known.filter(({ state, schema }) => state !== 'refused' && (schemaName ?? schema) === schema);
    const orphans = wanted.filter(({ isOrphan }) => isOrphan);
    const offset = offsetOf(request);
    const shown = orphans.slice(offset, offset + request.limit);
    const tags = new TagIndex(known.filter(({ state, isOrphan }) => state !== 'refused' && !isOrphan));
    const moves = new OrphanMoves(shown, await this.tags.reviewed(dataSourceId), tags);
    const found = new Window(known, Math.max(0, offset - orphans.length), request.limit - shown.length);
    for (const schema of walked.schemas)
      for await (const relations of walked.relationsOf(schema))
        for (const relation of relations) {
          // Relations may have thousands of columns each, and other requests need not wait for all.
          await new Promise((resolve) => setImmediate(resolve));
          moves.see(relation);
          if (!relation.readable) continue;
          const readable = { ...relation, columns: relation.columns.filter((column) => column.readable) };
          found.add(suggestedByWords(readable, tags.ofRelation(relation.schema, relation.name)));
          found.add([...suggestedByKeys(readable, tags), ...suggestedByView(readable, tags)]);
        }
    const items = [
      ...shown.map((tag): Suggested => ({ kind: 'orphan', one: { ...tag, moveTo: moves.of(tag) } })),
      ...found.items.map((one): Suggested => ({ kind: 'set', one })),
    ];
    return { items, total: orphans.length + found.total };
  }
}

/** Of all that is suggested, the part that is shown: a schema of a hundred thousand columns has many suggestions. */
class Window {
  readonly items: TagSuggestion[] = [];
  total = 0;
  private readonly seen: Set<string>;

  constructor(
    known: readonly ColumnTag[],
    private readonly from: number,
    private readonly most: number,
  ) {
    this.seen = new Set(known.map(keyOf));
  }

  add(suggestions: readonly TagSuggestion[]): void {
    for (const suggestion of suggestions) {
      const key = keyOf(suggestion);
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      if (this.total >= this.from && this.items.length < this.most) this.items.push(suggestion);
      this.total += 1;
    }
  }
}

function keyOf({ schema, relation, column, tag }: ColumnTag): string {
  return JSON.stringify([schema, relation, column, tag]);
}
