import { keyOf } from '../../shared/qualified-name.js';

/** The place of a tag, by name: it stays when a column disappears and comes back. */
export interface TaggedColumn {
  readonly schema: string;
  readonly relation: string;
  readonly column: string;
}

/** `refused`: a suggestion that a person has looked at and does not want; it is not made again. */
export const TAG_STATES = ['set', 'confirmed', 'refused'] as const;

export type TagState = (typeof TAG_STATES)[number];

export interface ColumnTag extends TaggedColumn {
  readonly tag: string;
}

/** The columns of a relation that a person has looked at. */
export interface ReviewedRelation {
  readonly schema: string;
  readonly relation: string;
  readonly columns: readonly string[];
}

export const MOST_TAGS_OF_COLUMN = 10;
/** Bounds all of a data source together. Every instance holds them in memory while data policies are in force. */
export const MOST_KEPT_NAMES = 50_000;

export interface KeptNames {
  readonly tags: number;
  readonly reviewedRelations: number;
  readonly formerNames: number;
}

/** Tags of a data source by their places, for many questions. */
export class TagIndex {
  private readonly byRelation: ReadonlyMap<string, readonly ColumnTag[]>;
  private readonly byName: ReadonlyMap<string, readonly ColumnTag[]>;

  constructor(tags: readonly ColumnTag[]) {
    this.byRelation = grouped(tags, ({ schema, relation }) => keyOf({ schema, name: relation }));
    this.byName = grouped(tags, ({ column }) => column);
  }

  ofRelation(schema: string, relation: string): readonly ColumnTag[] {
    return this.byRelation.get(keyOf({ schema, name: relation })) ?? [];
  }

  /** Columns with this name, wherever they are. */
  named(column: string): readonly ColumnTag[] {
    return this.byName.get(column) ?? [];
  }
}

function grouped(tags: readonly ColumnTag[], groupOf: (tag: ColumnTag) => string): Map<string, ColumnTag[]> {
  const groups = new Map<string, ColumnTag[]>();
  for (const tag of tags) {
    const key = groupOf(tag);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tag]);
    else group.push(tag);
  }
  return groups;
}
