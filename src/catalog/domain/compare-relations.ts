import {
  type Column,
  type Constraint,
  type EngineIds,
  type ForeignKey,
  type Index,
  type Key,
  NOTHING_FURTHER,
  PLAIN_CONSTRAINT,
  type Relation,
} from '../../engines/catalog-reader/relation.js';
import { type Difference, type NamedKind, type NamedPart, type Parts, type Place, changes, compareNamed, same } from './schema-diff.js';

const COLUMN_ATTRIBUTES = [
  'type',
  'nullable',
  'default',
  'generated',
  'identity',
  'comment',
  'readable',
  'values',
  'collation',
  'options',
] as const satisfies readonly (keyof Column)[];

const NAMED_PARTS = [
  ['unique_key', 'uniqueKeys'],
  ['foreign_key', 'foreignKeys'],
  ['check', 'checks'],
  ['exclusion_constraint', 'exclusionConstraints'],
  ['index', 'indexes'],
  ['trigger', 'triggers'],
] as const satisfies readonly (readonly [NamedKind, keyof Relation])[];

type RelationPlace = Pick<Difference, 'schemaName' | 'table'>;

/**
 * Compares two states of one relation. A different number of rows does not count, nor does what one of them was not asked for, nor
 * the new name of a column or a table where others refer to it.
 */
export function compareRelations(was: Relation, after: Relation): Difference[] {
  if (!was.complete || !after.complete) return compareAlike(coreOf(was), coreOf(after));
  if (was.options === null || after.options === null) return compareAlike(withoutOptions(was), withoutOptions(after));
  return compareAlike(was, after);
}

function compareAlike(was: Relation, after: Relation): Difference[] {
  const isOne = was.ids !== null && was.ids.self === after.ids?.self;
  const before = isOne && after.ids !== null ? inNewNames(was, after, was.ids, after.ids) : was;
  const at: RelationPlace = { schemaName: after.schema, table: after.name };
  const parts = <Part>(of: Relation, kept: readonly Part[], kind: keyof Omit<EngineIds, 'self'>): Parts<Part> => {
    const ids = isOne ? (of.ids?.[kind] ?? null) : null;
    return { parts: kept, ids: ids as readonly number[] | null };
  };
  const changed = compared(at);
  return [
    ...renaming(was, after, at),
    ...changes('relation_changed', at, inText(before), inText(after), [
      ...(['kind', 'comment', 'readable', 'definition', 'parents', 'foreign', 'options'] as const),
    ]),
    ...compareNamed(
      'column',
      parts(before, before.columns, 'columns'),
      parts(after, after.columns, 'columns'),
      ({ name }) => ({ ...at, column: name }),
      (a, b) => changes('column_changed', { ...at, column: b.name }, a, b, COLUMN_ATTRIBUTES),
    ),
    ...compareNamed(
      'primary_key',
      parts(before, listOf(before.primaryKey), 'primaryKey'),
      parts(after, listOf(after.primaryKey), 'primaryKey'),
      nameAt(at),
      changed('primary_key'),
    ),
    ...NAMED_PARTS.flatMap(([kind, part]) =>
      compareNamed<NamedPart>(
        kind,
        parts<NamedPart>(before, before[part], part),
        parts<NamedPart>(after, after[part], part),
        nameAt(at),
        changed(kind),
      ),
    ),
    ...compareSecurity(before, after, at, parts),
    ...comparePartitions(before, after, at),
  ];
}

function renaming(before: Relation, after: Relation, at: RelationPlace): Difference[] {
  return before.name === after.name ? [] : [{ kind: 'relation_renamed', ...at, attribute: 'name', from: before.name, to: after.name }];
}

function compareSecurity(
  before: Relation,
  after: Relation,
  at: RelationPlace,
  parts: <Part>(of: Relation, kept: readonly Part[], kind: 'policies') => Parts<Part>,
): Difference[] {
  const of = ({ rowSecurity }: Relation) => rowSecurity ?? { enabled: false, forced: false, policies: [] };
  return [
    ...changes('row_security_changed', at, pick(of(before)), pick(of(after)), ['enabled', 'forced']),
    ...compareNamed(
      'policy',
      parts(before, of(before).policies, 'policies'),
      parts(after, of(after).policies, 'policies'),
      nameAt(at),
      compared(at)('policy'),
    ),
  ];
}

function pick({ enabled, forced }: { readonly enabled: boolean; readonly forced: boolean }) {
  return { enabled, forced };
}

function comparePartitions(before: Relation, after: Relation, at: RelationPlace): Difference[] {
  const by = (relation: Relation) => ({ by: relation.partitions?.by ?? null });
  const bounds = (relation: Relation) => ({ parts: relation.partitions?.bounds ?? [], ids: null });
  return [
    ...changes('partitioning_changed', at, by(before), by(after), ['by']),
    ...compareNamed('partition', bounds(before), bounds(after), nameAt(at), compared(at)('partition')),
  ];
}

function compared(at: RelationPlace) {
  return (kind: NamedKind) =>
    (from: NamedPart, to: NamedPart): Difference[] =>
      same(from, to) ? [] : [{ kind: `${kind}_changed`, ...at, name: to.name, from, to }];
}

function nameAt(at: RelationPlace): (part: { readonly name: string }) => Place {
  return ({ name }) => ({ ...at, name });
}

function inText(relation: Relation) {
  return { ...relation, parents: relation.parents.map(({ schema, name }) => `${schema}.${name}`) };
}

function listOf<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value];
}

/** What every version has asked for. */
function coreOf(relation: Relation): Relation {
  const columns = relation.columns.map((column) => ({ ...column, valuesCut: false, collation: null }));
  const indexes = relation.indexes.map((index) => ({ ...index, comment: null }));
  return { ...withEach({ ...relation, columns, indexes }, PLAIN_CONSTRAINT), ...NOTHING_FURTHER };
}

function withoutOptions(relation: Relation): Relation {
  const { options } = PLAIN_CONSTRAINT;
  return { ...withEach(relation, { options }), options: [] };
}

/** With the same traits of all its constraints, and with no options of any part. */
function withEach(relation: Relation, traits: Partial<Constraint>): Relation {
  const plain = <Part extends Constraint>(part: Part): Part => ({ ...part, ...traits });
  return {
    ...relation,
    columns: relation.columns.map((column) => ({ ...column, options: [] })),
    primaryKey: relation.primaryKey === null ? null : plain(relation.primaryKey),
    foreignKeys: relation.foreignKeys.map(plain),
    uniqueKeys: relation.uniqueKeys.map(plain),
    checks: relation.checks.map(plain),
    indexes: relation.indexes.map((index) => ({ ...index, options: [] })),
  };
}

/** The relation as it was, with the names that its columns, and what it refers to, have now. Texts of expressions stay. */
function inNewNames(was: Relation, is: Relation, old: EngineIds, now: EngineIds): Relation {
  const nameOf = new Map(is.columns.map(({ name }, at) => [now.columns[at], name]));
  const names = new Map(was.columns.map(({ name }, at) => [name, nameOf.get(old.columns[at]) ?? name]));
  const column = (name: string): string => names.get(name) ?? name;
  const named = <Part extends { readonly columns: readonly string[] }>(part: Part): Part => {
    return { ...part, columns: part.columns.map(column) };
  };
  const key = <Part extends Key | Index>(part: Part): Part => ({ ...named(part), options: part.options.map(named) });
  const targets = new Map(is.foreignKeys.map(({ target }, at) => [now.foreignKeyTargets[at], target]));
  const foreignKey = (part: ForeignKey, at: number): ForeignKey => {
    return { ...key(part), target: targets.get(old.foreignKeyTargets[at]) ?? part.target };
  };
  return {
    ...was,
    primaryKey: was.primaryKey === null ? null : key(was.primaryKey),
    uniqueKeys: was.uniqueKeys.map(key),
    foreignKeys: was.foreignKeys.map(foreignKey),
    indexes: was.indexes.map(key),
    triggers: was.triggers.map(named),
    exclusionConstraints: was.exclusionConstraints.map((part) => ({
      ...part,
      elements: part.elements.map((element) => ({ ...element, expression: column(element.expression) })),
    })),
    parents: same(old.parents, now.parents) ? is.parents : was.parents,
  };
}
