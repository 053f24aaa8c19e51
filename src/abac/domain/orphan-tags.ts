import type { ColumnTag, ReviewedRelation, TagIndex, TaggedColumn } from './column-tags.js';
import { wordsOf } from '../../shared/words.js';
import { type QualifiedName, keyOf } from '../../shared/qualified-name.js';

interface Named extends QualifiedName {
  readonly columns: readonly { readonly name: string }[];
}

/** The reviewed columns of the missing relation. */
const LEAST_IN_COMMON = 0.8;
/** With fewer, a match may be chance. */
const LEAST_COLUMNS = 3;

/** Looks for the columns to which tags without a column probably belong now, while a schema passes by. */
export class OrphanMoves<Orphan extends ColumnTag> {
  private readonly found = new Map<Orphan, TaggedColumn>();
  private readonly words = new Map<string, readonly string[]>();
  private readonly reviewed: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(
    private readonly orphans: readonly Orphan[],
    reviewed: readonly ReviewedRelation[],
    private readonly tags: TagIndex,
  ) {
    this.reviewed = new Map(reviewed.map(({ schema, relation, columns }) => [keyOf({ schema, name: relation }), new Set(columns)]));
  }

  see(relation: Named): void {
    const { schema, name } = relation;
    const names = new Set(relation.columns.map((column) => column.name));
    for (const orphan of this.orphans) {
      if (this.found.has(orphan)) continue;
      const column = this.columnFor(orphan, relation, names);
      if (column !== null) this.found.set(orphan, { schema, relation: name, column });
    }
  }

  of(orphan: Orphan): TaggedColumn | null {
    return this.found.get(orphan) ?? null;
  }

  /** A new column of its relation, or the column of its name in a new relation. */
  private columnFor(tag: ColumnTag, { schema, name }: Named, names: ReadonlySet<string>): string | null {
    if (schema === tag.schema && name === tag.relation) return this.addedFor(tag, names);
    if (!names.has(tag.column)) return null;
    const isKnown = this.reviewed.has(keyOf({ schema, name })) || this.tags.ofRelation(schema, name).length > 0;
    if (isKnown) return null;
    return name === tag.relation || this.isAlike(tag, names) ? tag.column : null;
  }

  private addedFor(tag: ColumnTag, names: ReadonlySet<string>): string | null {
    const seen = this.reviewed.get(keyOf({ schema: tag.schema, name: tag.relation }));
    const added = [...names].filter((column) => seen?.has(column) !== true);
    const words = new Set(wordsOf(tag.column));
    const alike = added.filter((column) => this.wordsOfColumn(column).some((word) => words.has(word)));
    const [only, another] = alike.length === 0 ? added : alike;
    return only !== undefined && another === undefined ? only : null;
  }

  /** Once for all tags that a relation has lost. */
  private wordsOfColumn(column: string): readonly string[] {
    const known = this.words.get(column) ?? wordsOf(column);
    this.words.set(column, known);
    return known;
  }

  private isAlike(tag: ColumnTag, names: ReadonlySet<string>): boolean {
    const before = this.reviewed.get(keyOf({ schema: tag.schema, name: tag.relation })) ?? new Set();
    let common = 0;
    for (const column of before) if (names.has(column)) common += 1;
    return common >= LEAST_COLUMNS && common / before.size >= LEAST_IN_COMMON;
  }
}
