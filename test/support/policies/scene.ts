import { expect } from '@jest/globals';
import type { DataRule, RowCondition } from '../../../src/abac/domain/data-policy.js';
import { AttributeUnfit } from '../../../src/abac/domain/data-policy.errors.js';
import { limitsOf } from '../../../src/abac/domain/relation-limits.js';
import { readableColumns } from '../../../src/catalog/domain/computed-columns.js';
import type { Column } from '../../../src/engines/catalog-reader/relation.js';
import type { Mask, Restriction } from '../../../src/engines/sql-guard/restriction.js';
import { type RowPredicate, type Value, hides, holds, masked } from './meaning.js';
import { comparable } from '../../../src/abac/domain/column-values.js';
import { Random } from './random.js';

export type Kind = 'integer' | 'text' | 'date' | 'bigint' | 'uuid' | 'boolean' | 'enum';

interface ColumnOfScene {
  readonly name: string;
  readonly kind: Kind;
  /** What computes it from other columns, and the same here. */
  readonly computed?: { readonly sql: string; readonly from: readonly string[]; readonly of: (row: Row) => Value };
}

type Row = Readonly<Record<string, Value>>;

export interface TableOfScene {
  readonly name: string;
  readonly columns: readonly ColumnOfScene[];
  readonly rows: readonly (readonly Value[])[];
}

/** Tables, what one person may see of them, and a database that holds just that. */
export interface Scene {
  readonly tables: readonly TableOfScene[];
  /** By the name of the table; `schema` is for the engine to say. */
  readonly restrictions: ReadonlyMap<string, Omit<Restriction, 'schema'>>;
  readonly visible: readonly TableOfScene[];
  /** Twice the same, but for what the person may not see: with other rows and cells, and with none. */
  readonly otherwise: readonly TableOfScene[];
  readonly bare: readonly TableOfScene[];
}

const COLUMNS: readonly ColumnOfScene[] = [
  { name: 'id', kind: 'integer' },
  { name: 'ref', kind: 'integer' },
  { name: 'region', kind: 'text' },
  { name: 'n', kind: 'integer' },
  { name: 'note', kind: 'text' },
  { name: 'doc', kind: 'text' },
  { name: 'd', kind: 'date' },
  { name: 'age', kind: 'integer' },
  {
    name: 'low',
    kind: 'text',
    computed: {
      sql: 'lower(note)',
      from: ['note'],
      of: ({ note }) => (typeof note === 'string' ? note.toLowerCase() : null),
    },
  },
  {
    name: 'twice',
    kind: 'integer',
    computed: {
      sql: 'age * 2 + ref',
      from: ['age', 'ref'],
      of: ({ age, ref }) => (typeof age === 'number' && typeof ref === 'number' ? age * 2 + ref : null),
    },
  },
];
/** Some tables have these too, which statements reach by `*` alone: their names have to be quoted. */
const FURTHER: readonly ColumnOfScene[] = [
  { name: 'Extra', kind: 'integer' },
  { name: 'order', kind: 'text' },
  { name: 'größe', kind: 'date' },
];
/** Some have these, of which no cell is mined: rules compare them with texts that people wrote. */
const TYPED: readonly (ColumnOfScene & { readonly texts: readonly string[]; readonly isOrdered: boolean })[] = [
  { name: 'born', kind: 'date', texts: ['1990-12-31', '1991-01-01', '2024-02-29', '0999-12-31'], isOrdered: true },
  {
    name: 'big',
    kind: 'bigint',
    isOrdered: true,
    texts: ['9007199254740992', '9007199254740993', '-9223372036854775808', '9223372036854775807', '9223372036854775808'],
  },
  {
    name: 'uid',
    kind: 'uuid',
    isOrdered: false,
    texts: ['123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174001'],
  },
  { name: 'mood', kind: 'enum', texts: ['glad', 'sad'], isOrdered: false },
];
const FLAG: ColumnOfScene = { name: 'flag', kind: 'boolean' };
const REGIONS = ['EU', 'AP', 'US', null] as const;
export const KEY = '00112233445566778899aabbccddeeff';
const MASKS: Readonly<Record<string, readonly Mask['kind'][]>> = {
  n: ['null'],
  note: ['hash', 'null'],
  doc: ['last_four', 'hash'],
  d: ['year', 'null'],
  age: ['hash'],
  Extra: ['null'],
  order: ['last_four', 'hash'],
  größe: ['null'],
};
/** What makes operators fail that are given them. */
const MINES: Readonly<Record<string, readonly Value[]>> = {
  n: [0, 2_147_483_647, -2_147_483_648],
  note: ['secret\\', '(', 'x\\', ''],
  doc: ['{broken', 'no number', '[1', 'x'.repeat(40)],
  d: ['9999-12-31', '1000-01-01'],
  Extra: [0, -2_147_483_648],
  order: ['secret\\', '{broken'],
  größe: ['9999-12-31'],
};
const ROWS = 14;

export function sceneOf(seed: number): Scene {
  const random = new Random(seed);
  const restrictions = new Map<string, Omit<Restriction, 'schema'>>();
  const tables = ['t0', 't1', 't2'].map((name, index): TableOfScene => {
    const typed = [...TYPED, FLAG].filter(() => random.chance(0.5));
    const own = index === 0 || random.chance(0.8) ? predicateOf(random, 2, typed) : null;
    const [one] = typed;
    const isPersonal = own !== null && one !== undefined && random.chance(0.2);
    const rows = isPersonal ? { kind: 'and' as const, terms: [own, personalPredicateOf(random, one)] } : own;
    // Where a generated column stands before one with an index, DuckDB answers wrongly, with policies and without.
    const all = random.shuffled([...COLUMNS, ...FURTHER.filter(() => random.chance(0.4)), ...typed]);
    const isComputed = ({ computed }: ColumnOfScene): boolean => computed !== undefined;
    const columns = [...all.filter((column) => !isComputed(column)), ...all.filter(isComputed)];
    const restriction = { name, isDenied: false, columns: columnsOf(random, columns), rows, policies: ['p'] };
    if (rows !== null || random.chance(0.5)) restrictions.set(name, restriction);
    return { name, columns, rows: rowsOf(random, columns, restrictions.get(name)) };
  });
  const visible = tables.map((table) => seen(table, restrictions.get(table.name)));
  const otherwise = tables.map((table) => changed(random, table, restrictions.get(table.name)));
  const bare = tables.map((table) => withoutHidden(table, restrictions.get(table.name)));
  return { tables, restrictions, visible, otherwise, bare };
}

/** Its columns as they are declared, and the cells of those that are filled. */
export function declared(
  { columns, rows }: TableOfScene,
  typeOf: (column: TableOfScene['columns'][number]) => string,
  quote: '"' | '`',
  stored: 'STORED' | 'VIRTUAL',
): { readonly columns: readonly string[]; readonly names: string; readonly rows: readonly (readonly Value[])[] } {
  const filled = columns.map(({ computed }) => computed === undefined);
  const quoted = ({ name }: { readonly name: string }): string => `${quote}${name}${quote}`;
  return {
    columns: columns.map((column) => {
      const declaration = `${quoted(column)} ${typeOf(column)}`;
      const { computed } = column;
      return computed === undefined ? declaration : `${declaration} GENERATED ALWAYS AS (${computed.sql}) ${stored}`;
    }),
    names: columns
      .filter((_, at) => filled[at])
      .map(quoted)
      .join(', '),
    rows: rows.map((row) => row.filter((_, at) => filled[at])),
  };
}

const NO_PERSON = {
  userId: 1,
  attributes: { roles: [], groups: [], email: '', emailVerified: false, accountAgeDays: 1 },
};
const NO_TAGS = { tags: [], reviewed: [], former: [] };
const PLACE = { schema: 's', name: 't' };

/** As a policy with a rule for some of the columns leaves them. */
function columnsOf(random: Random, columns: readonly ColumnOfScene[]): Restriction['columns'] {
  const rules = columns.flatMap(({ name: column }): DataRule[] => {
    const masks = MASKS[column] ?? [];
    const isDenied = random.chance(0.08);
    if (!isDenied && (masks.length === 0 || !random.chance(0.25))) return [];
    return [{ kind: 'column', schema: 's', relation: 't', column, effect: isDenied ? 'deny' : random.pick(masks) }];
  });
  const known = readableColumns({ columns: columns.map(catalogued) });
  const person = { ...NO_PERSON, own: {} };
  const limits = limitsOf({ ...PLACE, columns: known }, [{ id: 1, name: 'p', rules }], NO_TAGS, person, 'is_refused');
  const left = limits?.columns ?? columns.map(({ name, kind: type }) => ({ name, type, mask: null }));
  for (const { name, computed } of columns) {
    const mask = left.find((one) => one.name === name)?.mask;
    const isPlain = (source: string) => left.some((one) => one.name === source && one.mask === null);
    if (mask === null && computed?.from.every(isPlain) === false) throw new Error(`${name} tells what is hidden.`);
  }
  return left.map(({ mask, ...column }) => ({
    ...column,
    mask: mask?.kind === 'hash' ? { kind: 'hash', key: KEY } : mask,
  }));
}

function catalogued({ name, kind: type, computed }: ColumnOfScene): Column {
  return {
    name,
    type,
    nullable: true,
    identity: null,
    comment: null,
    readable: true,
    values: null,
    valuesCut: false,
    collation: null,
    options: [],
    default: computed?.sql ?? null,
    generated: computed === undefined ? null : 'stored',
  };
}

/** Rows that are compared with what is known of a person, who sees none where a value of it is none of the type of the column. */
function personalPredicateOf(random: Random, { name: column, kind: type }: ColumnOfScene): RowPredicate {
  const found = TYPED.find(({ name }) => name === column);
  if (found === undefined) return { kind: 'is_null', column };
  const fitting = found.texts.filter(() => random.chance(0.7));
  const strange = random.chance(0.5) ? [random.pick(['north', '31.12.1990', 'GLAD', '1e3', ''])] : [];
  const where: RowCondition = { column, operator: 'in', values: { attribute: 'own.x' } };
  const rule: DataRule = { kind: 'rows', schema: 's', relation: 't', where };
  const columns = [{ name: column, type, values: type === 'enum' ? found.texts : null, computedFrom: [] }];
  const policies = [{ id: 1, name: 'p', rules: [rule] }];
  const person = { ...NO_PERSON, own: { x: [...fitting, ...strange] } };
  const of = (without: 'is_refused' | 'sees_no_row') => limitsOf({ ...PLACE, columns }, policies, NO_TAGS, person, without);
  if (strange.length > 0) expect(() => of('is_refused')).toThrow(AttributeUnfit);
  const rows = of('sees_no_row')?.rows;
  if (rows === undefined || rows === null) throw new Error('The rule restricts no row.');
  return rows;
}

/** Of columns that are never mined. */
function predicateOf(random: Random, depth: number, typed: readonly ColumnOfScene[]): RowPredicate {
  const kind = depth === 0 ? 'leaf' : random.pick(['leaf', 'leaf', 'and', 'or', 'not'] as const);
  if (kind === 'and' || kind === 'or')
    return { kind, terms: [1, 2, 3].slice(random.below(2)).map(() => predicateOf(random, depth - 1, typed)) };
  if (kind === 'not') return { kind, term: predicateOf(random, depth - 1, typed) };
  if (typed.length > 0 && random.chance(0.5)) return typedPredicateOf(random, random.pick(typed));
  switch (random.below(4)) {
    case 0:
      return {
        kind: 'compare',
        column: 'region',
        operator: random.pick(['=', '<>']),
        value: random.pick(['EU', 'US']),
      };
    case 1:
      return { kind: 'in', column: 'region', values: ['EU', 'AP', 'US'].slice(random.below(4)) };
    case 2:
      return {
        kind: 'compare',
        column: 'id',
        operator: random.pick(['<', '<=', '>', '>=']),
        value: random.below(ROWS),
      };
    default:
      return { kind: 'is_null', column: 'region' };
  }
}

/** As a rule that was written and read makes it. */
function typedPredicateOf(random: Random, { name: column, kind: type }: ColumnOfScene): RowPredicate {
  const found = TYPED.find(({ name }) => name === column);
  if (found === undefined) return { kind: 'compare', column, operator: random.pick(['=', '<>']), value: random.chance(0.5) };
  const valueOf = (text: string) => {
    const value = comparable({ name: column, type, values: type === 'enum' ? found.texts : null }, text);
    if (value === null) throw new Error(`A rule cannot say ${text}.`);
    return value;
  };
  if (random.chance(0.3)) return { kind: 'in', column, values: found.texts.filter(() => random.chance(0.5)).map(valueOf) };
  const operator = random.pick(found.isOrdered ? (['=', '<>', '<', '<=', '>', '>='] as const) : (['=', '<>'] as const));
  return { kind: 'compare', column, operator, value: valueOf(random.pick(found.texts)) };
}

function rowsOf(random: Random, columns: readonly ColumnOfScene[], restriction: Omit<Restriction, 'schema'> | undefined): Value[][] {
  return Array.from({ length: ROWS }, (_, index) => {
    const row: Record<string, Value> = {
      id: index + 1,
      ref: random.chance(0.1) ? null : 1 + random.below(ROWS),
      region: random.pick(REGIONS),
      n: random.chance(0.1) ? null : 1 + random.below(6),
      note: random.pick(['a', 'ab', 'Alpha', 'b_c', null]),
      doc: String(10_000_000 + random.below(5)),
      d: `202${random.below(5)}-0${1 + random.below(9)}-1${random.below(9)}`,
      Extra: 1 + random.below(6),
      order: String(10_000_000 + random.below(5)),
      größe: '2024-02-29',
      age: 20 + random.below(6),
      ...typedCells(random),
    };
    const isHidden = hides(restriction, row);
    for (const [name, mines] of Object.entries(MINES)) if (isHidden || isKept(restriction, name)) row[name] = random.pick(mines);
    return columns.map(({ name, computed }) => computed?.of(row) ?? row[name] ?? null);
  });
}

function typedCells(random: Random): Record<string, Value> {
  const cells = TYPED.map(({ name, kind, texts }): [string, Value] => {
    const text = random.pick(texts);
    if (random.chance(0.1)) return [name, null];
    // One number is beyond those of the column.
    if (kind === 'bigint') return [name, BigInt.asIntN(64, BigInt(text))];
    return [name, text];
  });
  return { ...Object.fromEntries(cells), flag: random.pick([true, false, null]) };
}

/** The cells of a column that the person sees otherwise, or not at all. */
function isKept(restriction: Omit<Restriction, 'schema'> | undefined, name: string): boolean {
  if (restriction === undefined) return false;
  const column = restriction.columns.find((one) => one.name === name);
  return column === undefined || column.mask?.kind === 'null';
}

function seen(table: TableOfScene, restriction: Omit<Restriction, 'schema'> | undefined): TableOfScene {
  if (restriction === undefined) return table;
  const rows = table.rows.filter((row) => restriction.rows === null || holds(restriction.rows, named(table, row)) === true);
  return {
    name: table.name,
    columns: restriction.columns.map(({ name, mask }) => ({
      name,
      kind: mask?.kind === 'hash' || mask?.kind === 'last_four' ? 'text' : kindOf(table, name),
    })),
    rows: rows.map((row) => restriction.columns.map(({ name, mask }) => masked(named(table, row)[name] ?? null, mask))),
  };
}

function changed(random: Random, table: TableOfScene, restriction: Omit<Restriction, 'schema'> | undefined): TableOfScene {
  const rows = table.rows.flatMap((row) => {
    const cells = named(table, row);
    const isHidden = hides(restriction, cells);
    // One hidden row is gone, and another one is there twice as far as anything but its key is concerned.
    if (isHidden && random.chance(0.3)) return [];
    const other = Object.fromEntries(
      table.columns.map(({ name }) => {
        const mines = MINES[name];
        return [name, mines !== undefined && (isHidden || isKept(restriction, name)) ? random.pick(mines) : cells[name]];
      }),
    );
    return [table.columns.map(({ name }) => other[name] ?? null)];
  });
  return { ...table, rows };
}

function withoutHidden(table: TableOfScene, restriction: Omit<Restriction, 'schema'> | undefined): TableOfScene {
  const rows = table.rows.filter((row) => !hides(restriction, named(table, row)));
  // The policy's own columns stay: they decide which rows there are.
  const isEmptied = table.columns.map(({ name }) => name in MINES && isKept(restriction, name));
  const emptied = (row: readonly Value[]) => row.map((cell, at) => (isEmptied[at] === true ? null : cell));
  return { ...table, rows: rows.map(emptied) };
}

function named({ columns }: TableOfScene, row: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null]));
}

function kindOf({ columns }: TableOfScene, name: string): Kind {
  return columns.find((column) => column.name === name)?.kind ?? 'text';
}
