import type { Check, Column, ForeignKey, Index, Key, Partition, Relation, UserType } from './relation.js';

/** What there is several times over in a table or a schema, each under a name. */
const NAMED_KINDS = [
  'column',
  'primary_key',
  'unique_key',
  'foreign_key',
  'check',
  'index',
  'partition',
  'type',
] as const;

type NamedKind = (typeof NAMED_KINDS)[number];

/** The kinds of differences: of a part of a table, or of a schema, a table, its partitioning or a label. */
export const DIFFERENCE_KINDS = [
  ...(['schema_added', 'schema_dropped', 'schema_changed', 'relation_added', 'relation_dropped'] as const),
  ...(['relation_changed', 'partitioning_changed', 'enum_value_added', 'enum_value_dropped'] as const),
  ...NAMED_KINDS.flatMap((kind) => [`${kind}_added`, `${kind}_dropped`, `${kind}_changed`] as const),
] as const;

type NamedPart = Column | Key | ForeignKey | Check | Index | Partition | UserType;

/** What something was or is: an attribute, or the whole of what was added, dropped or replaced. */
type DifferenceValue = string | boolean | null | readonly string[] | NamedPart;

/** One thing that differs between two snapshots. `from` and `to` are there where there is a value before or after. */
export interface Difference {
  readonly kind: (typeof DIFFERENCE_KINDS)[number];
  readonly schemaName: string;
  readonly table?: string;
  readonly column?: string;
  /** The name of a type, a key, an index, a check or a partition. */
  readonly name?: string;
  readonly attribute?: string;
  readonly from?: DifferenceValue;
  readonly to?: DifferenceValue;
}

const COLUMN_ATTRIBUTES = [
  'type',
  'nullable',
  'default',
  'generated',
  'identity',
  'comment',
  'readable',
  'values',
] as const satisfies readonly (keyof Column)[];

const TYPE_ATTRIBUTES = ['kind', 'comment', 'base', 'nullable', 'default', 'checks'] as const;

const NAMED_PARTS = [
  ['unique_key', 'uniqueKeys'],
  ['foreign_key', 'foreignKeys'],
  ['check', 'checks'],
  ['index', 'indexes'],
] as const satisfies readonly (readonly [string, keyof Relation])[];

type Place = Pick<Difference, 'schemaName' | 'table'>;

/** Compares two states of one relation. A different number of rows does not count. */
export function compareRelations(before: Relation, after: Relation): Difference[] {
  const at: Place = { schemaName: after.schema, table: after.name };
  return [
    ...changes('relation_changed', at, before, after, ['kind', 'comment', 'readable', 'definition']),
    ...compareNamed(
      'column',
      before.columns,
      after.columns,
      ({ name }) => ({ ...at, column: name }),
      (a, b) => changes('column_changed', { ...at, column: b.name }, a, b, COLUMN_ATTRIBUTES),
    ),
    ...compareNamed(
      'primary_key',
      listOf(before.primaryKey),
      listOf(after.primaryKey),
      nameAt(at),
      changed('primary_key', at),
    ),
    ...NAMED_PARTS.flatMap(([kind, part]) =>
      compareNamed<Key | ForeignKey | Check | Index>(kind, before[part], after[part], nameAt(at), changed(kind, at)),
    ),
    ...comparePartitions(before, after, at),
  ];
}

export function compareTypes(
  schemaName: string,
  before: readonly UserType[],
  after: readonly UserType[],
): Difference[] {
  const place = ({ name }: UserType) => ({ schemaName, name });
  return compareNamed('type', before, after, place, (a, b) => {
    const at = place(b);
    const value = (
      kind: Difference['kind'],
      values: readonly string[],
      others: readonly string[],
      side: 'from' | 'to',
    ) => values.filter((label) => !others.includes(label)).map((label) => ({ kind, ...at, [side]: label }));
    const dropped = value('enum_value_dropped', a.values, b.values, 'from');
    const added = value('enum_value_added', b.values, a.values, 'to');
    const moved = !same(
      a.values.filter((label) => b.values.includes(label)),
      b.values.filter((label) => a.values.includes(label)),
    );
    return [
      ...changes('type_changed', at, a, b, TYPE_ATTRIBUTES),
      ...dropped,
      ...added,
      ...(moved ? [{ kind: 'type_changed' as const, ...at, attribute: 'values', from: a.values, to: b.values }] : []),
    ];
  });
}

function comparePartitions(before: Relation, after: Relation, at: Place): Difference[] {
  const by = (relation: Relation) => ({ by: relation.partitions?.by ?? null });
  const bounds = (relation: Relation) => relation.partitions?.bounds ?? [];
  return [
    ...changes('partitioning_changed', at, by(before), by(after), ['by']),
    ...compareNamed('partition', bounds(before), bounds(after), nameAt(at), changed('partition', at)),
  ];
}

/** By name; those of engines that give none, or one twice, by what they are. */
function compareNamed<Part extends NamedPart>(
  kind: NamedKind,
  before: readonly Part[],
  after: readonly Part[],
  place: (part: Part) => Omit<Difference, 'kind'>,
  compare: (before: Part, after: Part) => Difference[],
): Difference[] {
  const [old, now] = [byKey(before), byKey(after)];
  const dropped = [...old].filter(([key]) => !now.has(key)).map(([, part]) => part);
  const added = [...now].filter(([key]) => !old.has(key)).map(([, part]) => part);
  return [
    ...dropped.map((part) => ({ kind: `${kind}_dropped` as const, ...place(part), from: part })),
    ...added.map((part) => ({ kind: `${kind}_added` as const, ...place(part), to: part })),
    ...[...now].flatMap(([key, part]) => {
      const was = old.get(key);
      return was === undefined ? [] : compare(was, part);
    }),
  ];
}

function byKey<Part extends { readonly name: string }>(parts: readonly Part[]): Map<string, Part> {
  const names = parts.map(({ name }) => name);
  const unnamed = new Set(names).size < names.length || names.includes('');
  return new Map(parts.map((part) => [unnamed ? JSON.stringify(part) : part.name, part]));
}

function changes<Attribute extends string>(
  kind: Difference['kind'],
  at: Omit<Difference, 'kind'>,
  before: Readonly<Record<Attribute, DifferenceValue>>,
  after: Readonly<Record<Attribute, DifferenceValue>>,
  attributes: readonly Attribute[],
): Difference[] {
  return attributes
    .filter((attribute) => !same(before[attribute], after[attribute]))
    .map((attribute) => ({ kind, ...at, attribute, from: before[attribute], to: after[attribute] }));
}

function changed(kind: NamedKind, at: Place): (before: NamedPart, after: NamedPart) => Difference[] {
  return (from, to) => (same(from, to) ? [] : [{ kind: `${kind}_changed`, ...at, name: to.name, from, to }]);
}

function nameAt(at: Place): (part: { readonly name: string }) => Omit<Difference, 'kind'> {
  return ({ name }) => ({ ...at, name });
}

function listOf<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value];
}

/** Both come out of the same JSON, so that equal ones have their members in the same order. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
