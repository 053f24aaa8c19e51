import type { IndexedRelation, WordIndex } from './word-index.js';

/** A foreign key of a relation, readable or not, and where it points to. */
export interface Link {
  readonly ordinal: number;
  readonly targetSchema: string;
  readonly targetName: string;
}

/** A link as far as this schema alone knows its ends. */
export interface KnownLink extends Link {
  /** Absent where it cannot be read. */
  readonly from: IndexedRelation | undefined;
  /** Absent where it is elsewhere, or cannot be read. */
  readonly to: IndexedRelation | undefined;
}

/** What the ranking knows of one reading of a schema: its readable relations, their words, and its foreign keys. */
export class SchemaIndex {
  private readonly byName: ReadonlyMap<string, IndexedRelation>;
  private readonly byOrdinal: ReadonlyMap<number, IndexedRelation>;
  readonly links: readonly KnownLink[];
  /** Roughly, the bytes that it takes in memory. */
  readonly size: number;

  /** @param links in the order of ordinals */
  constructor(
    readonly contentId: number,
    readonly schema: string,
    readonly words: WordIndex,
    links: readonly Link[],
  ) {
    this.byName = new Map(words.relations.map((relation) => [relation.name, relation]));
    this.byOrdinal = new Map(words.relations.map((relation) => [relation.ordinal, relation]));
    this.links = links.map(({ ordinal, targetSchema, targetName }) => {
      const to = targetSchema === schema ? this.named(targetName) : undefined;
      return { ordinal, targetSchema, targetName, from: this.at(ordinal), to };
    });
    this.size = words.size + 150 * links.length + 100 * this.byName.size;
  }

  named(name: string): IndexedRelation | undefined {
    return this.byName.get(name);
  }

  at(ordinal: number): IndexedRelation | undefined {
    return this.byOrdinal.get(ordinal);
  }
}
