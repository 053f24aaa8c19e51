import type {
  Check,
  Column,
  ExclusionConstraint,
  ForeignKey,
  ForeignTable,
  Index,
  Key,
  Partition,
  Policy,
  Trigger,
} from '../../engines/catalog-reader/relation.js';
import type { UserType } from '../../engines/catalog-reader/user-type.js';

/** Kinds of named parts that a table or a schema may have several of. */
const NAMED_KINDS = [
  'column',
  'primary_key',
  'unique_key',
  'foreign_key',
  'check',
  'exclusion_constraint',
  'index',
  'trigger',
  'policy',
  'partition',
  'type',
] as const;

export type NamedKind = (typeof NAMED_KINDS)[number];

/** The kinds of differences: of a part of a table, or of a schema, a table, its partitioning, its row security or a label. */
export const DIFFERENCE_KINDS = [
  ...(['schema_added', 'schema_dropped', 'schema_renamed', 'schema_changed'] as const),
  ...(['relation_added', 'relation_dropped', 'relation_renamed', 'relation_changed'] as const),
  ...(['partitioning_changed', 'row_security_changed', 'enum_value_added', 'enum_value_dropped'] as const),
  ...NAMED_KINDS.flatMap((kind) => [`${kind}_added`, `${kind}_dropped`, `${kind}_renamed`, `${kind}_changed`] as const),
] as const;

export type NamedPart = (Column | Key | ForeignKey | Check | ExclusionConstraint | Index) | (Trigger | Policy | Partition | UserType);

/** The value before or after: an attribute, or the whole part that was added, dropped or replaced. */
export type DifferenceValue = string | boolean | null | readonly string[] | NamedPart | ForeignTable;

/** One difference between two snapshots. `from` is present if there was a value before, `to` if there is one after. */
export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  readonly schemaName: string;
  readonly table?: string;
  readonly column?: string;
  /** The name of a type, a key, an index, a check, a trigger, a policy or a partition. */
  readonly name?: string;
  readonly attribute?: string;
  readonly from?: DifferenceValue;
  readonly to?: DifferenceValue;
}

export type Place = Omit<Difference, 'kind'>;

/** Parts of one kind, with the engine's own numbers of them where it has such, in the same order. */
export interface Parts<Part> {
  readonly parts: readonly Part[];
  readonly ids: readonly number[] | null;
}

/**
 * Parts are matched by the engine's own number if both sides have it, whatever they are called; all others by name, or by what they are if
 * an engine gives no name or the same one twice.
 *
 * @param compare is given both under the name that they have now
 */
export function compareNamed<Part extends NamedPart>(
  kind: NamedKind,
  before: Parts<Part>,
  after: Parts<Part>,
  place: (part: Part) => Place,
  compare: (before: Part, after: Part) => Difference[],
): Difference[] {
  const numbered = sameNumbers(before, after);
  const [olds, news] = [new Set(numbered.map(([was]) => was)), new Set(numbered.map(([, is]) => is))];
  const old = byKey(before.parts.filter((part) => !olds.has(part)));
  const now = byKey(after.parts.filter((part) => !news.has(part)));
  const dropped = [...old].filter(([key]) => !now.has(key)).map(([, part]) => part);
  const added = [...now].filter(([key]) => !old.has(key)).map(([, part]) => part);
  const pairs = new Map(numbered.map(([was, is]) => [is, was]));
  for (const [key, part] of now) {
    const was = old.get(key);
    if (was !== undefined) pairs.set(part, was);
  }
  return [
    ...dropped.map((part) => ({ kind: `${kind}_dropped` as const, ...place(part), from: part })),
    ...added.map((part) => ({ kind: `${kind}_added` as const, ...place(part), to: part })),
    ...after.parts.flatMap((is) => {
      const was = pairs.get(is);
      if (was === undefined) return [];
      if (was.name === is.name) return compare(was, is);
      const renamed = { kind: `${kind}_renamed` as const, ...place(is), from: was.name, to: is.name };
      return [renamed, ...compare({ ...was, name: is.name }, is)];
    }),
  ];
}

function sameNumbers<Part>(before: Parts<Part>, after: Parts<Part>): (readonly [was: Part, is: Part])[] {
  const { ids } = before;
  if (ids === null || after.ids === null) return [];
  const old = new Map(before.parts.map((part, at) => [ids[at], part]));
  return after.parts.flatMap((is, at) => {
    const id = after.ids?.[at];
    const was = id === undefined ? undefined : old.get(id);
    return was === undefined ? [] : [[was, is] as const];
  });
}

function byKey<Part extends { readonly name: string }>(parts: readonly Part[]): Map<string, Part> {
  const names = parts.map(({ name }) => name);
  const unnamed = new Set(names).size < names.length || names.includes('');
  return new Map(parts.map((part) => [unnamed ? JSON.stringify(part) : part.name, part]));
}

export function changes<Attribute extends string>(
  kind: Difference['kind'],
  at: Place,
  before: Readonly<Record<Attribute, DifferenceValue>>,
  after: Readonly<Record<Attribute, DifferenceValue>>,
  attributes: readonly Attribute[],
): Difference[] {
  return attributes
    .filter((attribute) => !same(before[attribute], after[attribute]))
    .map((attribute) => ({ kind, ...at, attribute, from: before[attribute], to: after[attribute] }));
}

/** Compares as JSON: both were written by the same code, so equal values have their members in the same order. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
