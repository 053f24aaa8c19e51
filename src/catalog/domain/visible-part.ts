import { placeOf } from '../../shared/qualified-name.js';
import type { Column, Relation } from '../../engines/catalog-reader/relation.js';
import type { Difference, DifferenceValue } from './schema-diff.js';

/** What a person sees instead of the values of a column; `null`: the values. */
type SeenAs = Required<Pick<Column, 'masked' | 'type'>> | null;

/** By the place of a relation: the columns that a person may know, by their names; `null` if not even the relation. */
export type VisibleColumns = ReadonlyMap<string, ReadonlyMap<string, SeenAs> | null>;

/**
 * A relation as if it had no other columns, without keys that name any of them, and without texts that may contain their
 * names.
 * @returns `null` if there is no such relation for the person
 */
export function visiblePart(relation: Relation, visible: VisibleColumns): Relation | null {
  const of = (schema: string, name: string): ReadonlyMap<string, SeenAs> | null | undefined => visible.get(placeOf(schema, name));
  const own = of(relation.schema, relation.name);
  if (own === null) return null;
  const sees = (columns: ReadonlyMap<string, SeenAs> | undefined, names: readonly string[]): boolean =>
    columns === undefined || names.every((name) => columns.has(name));
  const { primaryKey } = relation;
  const foreignKeys = relation.foreignKeys.filter(({ columns, target }) => {
    const there = of(target.schema, target.relation);
    return there !== null && sees(own, columns) && sees(there, target.columns);
  });
  const parents = relation.parents.filter(({ schema, name }) => of(schema, name) !== null);
  // The query of a view, the condition of a trigger and the expression of a policy may name any relation and column.
  const seen = { ...relation, foreignKeys, parents, definition: null, triggers: [], rowSecurity: null, ids: null };
  if (own === undefined) return seen;
  // Expressions name columns and hold values, and rows may be filtered or values masked where all columns are seen.
  return {
    ...seen,
    columns: relation.columns.filter(({ name }) => own.has(name)).map((column) => seenColumn(column, own.get(column.name) ?? null)),
    primaryKey: primaryKey !== null && sees(own, primaryKey.columns) ? primaryKey : null,
    uniqueKeys: relation.uniqueKeys.filter(({ columns }) => sees(own, columns)),
    checks: [],
    indexes: relation.indexes.filter(({ columns, options, predicate }) => {
      return predicate === null && [{ columns }, ...options].every((part) => sees(own, part.columns));
    }),
    exclusionConstraints: [],
    partitions: null,
    options: relation.options && [],
  };
}

function seenColumn({ otherExpressions: _others, ...column }: Column, seen: SeenAs): Column {
  const known = { ...column, default: null };
  if (seen === null) return known;
  const masked = { ...known, ...seen, nullable: column.nullable || seen.masked !== 'hash' };
  // A text that replaces a label is not a label.
  return seen.type === column.type ? masked : { ...masked, values: null, fields: undefined, valuesCut: false, collation: null };
}

/** The reverse of `placeOf`. */
export function nameAt(place: string): { readonly schema: string; readonly name: string } {
  const [schema, name] = JSON.parse(place) as [string, string];
  return { schema, name };
}

/** How many of them do not exist for the person. */
export function countHidden(schemas: readonly { readonly name: string }[], visible: VisibleColumns): number {
  const names = new Set(schemas.map(({ name }) => name));
  return [...visible].filter(([place, columns]) => columns === null && names.has(nameAt(place).schema)).length;
}

const MAY_NAME_OTHERS = /^(?:trigger|policy|row_security)_/;
const ATTRIBUTES_THAT_NAME_OTHERS: readonly unknown[] = ['definition', 'parents'];

/**
 * For a restricted relation, only differences of columns that the person may know, without expressions; for every relation, without what
 * may name others. @returns `null` if there is no such difference for the person
 */
export function visibleDifference(difference: Difference, visible: VisibleColumns): Difference | null {
  const { kind, schemaName, table, column, attribute, from, to } = difference;
  if (MAY_NAME_OTHERS.test(kind) || ATTRIBUTES_THAT_NAME_OTHERS.includes(attribute)) return null;
  if ([from, to].some((value) => pointsInto(value, visible))) return null;
  const columns = table === undefined ? undefined : visible.get(placeOf(schemaName, table));
  if (columns === undefined) return difference;
  if (columns === null || column === undefined || !columns.has(column) || attribute === 'default') return null;
  return {
    ...difference,
    ...(from !== undefined && { from: withoutDefault(from) }),
    ...(to !== undefined && { to: withoutDefault(to) }),
  };
}

function withoutDefault(value: DifferenceValue): DifferenceValue {
  return typeof value === 'object' && value !== null && 'default' in value ? { ...value, default: null } : value;
}

function pointsInto(value: Difference['from'], visible: VisibleColumns): boolean {
  if (typeof value !== 'object' || value === null || !('target' in value)) return false;
  const { schema, relation, columns } = value.target;
  const there = visible.get(placeOf(schema, relation));
  return there !== undefined && (there === null || !columns.every((name) => there.has(name)));
}
