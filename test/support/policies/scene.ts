import type { Mask, Restriction } from '../../../src/query-generation/domain/restriction.js';
import { type RowPredicate, type Value, hides, holds, masked } from './meaning.js';
import { Random } from './random.js';

export type Kind = 'integer' | 'text' | 'date';

interface ColumnOfScene {
  readonly name: string;
  readonly kind: Kind;
}

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
];
/** Some tables have these too, which statements reach by `*` alone: their names have to be quoted. */
const FURTHER: readonly ColumnOfScene[] = [
  { name: 'Extra', kind: 'integer' },
  { name: 'order', kind: 'text' },
  { name: 'größe', kind: 'date' },
];
const REGIONS = ['EU', 'AP', 'US', null] as const;
export const KEY = '00112233445566778899aabbccddeeff';
const MASKS: Readonly<Record<string, readonly Mask[]>> = {
  n: [{ kind: 'null' }],
  note: [{ kind: 'hash', key: KEY }, { kind: 'null' }],
  doc: [{ kind: 'last_four' }, { kind: 'hash', key: KEY }],
  d: [{ kind: 'year' }, { kind: 'null' }],
  Extra: [{ kind: 'null' }],
  order: [{ kind: 'last_four' }, { kind: 'hash', key: KEY }],
  größe: [{ kind: 'null' }],
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
    const rows = index === 0 || random.chance(0.8) ? predicateOf(random, 2) : null;
    const columns = random.shuffled([...COLUMNS, ...FURTHER.filter(() => random.chance(0.4))]);
    const restriction = { name, isDenied: false, columns: columnsOf(random, columns), rows, policies: ['p'] };
    if (rows !== null || random.chance(0.5)) restrictions.set(name, restriction);
    return { name, columns, rows: rowsOf(random, columns, restrictions.get(name)) };
  });
  const visible = tables.map((table) => seen(table, restrictions.get(table.name)));
  const otherwise = tables.map((table) => changed(random, table, restrictions.get(table.name)));
  const bare = tables.map((table) => withoutHidden(table, restrictions.get(table.name)));
  return { tables, restrictions, visible, otherwise, bare };
}

function columnsOf(random: Random, columns: readonly ColumnOfScene[]): Restriction['columns'] {
  return columns.flatMap(({ name, kind: type }) => {
    if (random.chance(0.08)) return [];
    const masks = MASKS[name] ?? [];
    return [{ name, type, mask: masks.length > 0 && random.chance(0.25) ? random.pick(masks) : null }];
  });
}

/** Of columns that are never mined. */
function predicateOf(random: Random, depth: number): RowPredicate {
  const kind = depth === 0 ? 'leaf' : random.pick(['leaf', 'leaf', 'and', 'or', 'not'] as const);
  if (kind === 'and' || kind === 'or')
    return { kind, terms: [1, 2, 3].slice(random.below(2)).map(() => predicateOf(random, depth - 1)) };
  if (kind === 'not') return { kind, term: predicateOf(random, depth - 1) };
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

function rowsOf(
  random: Random,
  columns: readonly ColumnOfScene[],
  restriction: Omit<Restriction, 'schema'> | undefined,
): Value[][] {
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
    };
    const isHidden = hides(restriction, row);
    for (const [name, mines] of Object.entries(MINES))
      if (isHidden || isKept(restriction, name)) row[name] = random.pick(mines);
    return columns.map(({ name }) => row[name] ?? null);
  });
}

/** The cells of a column that the person sees otherwise, or not at all. */
function isKept(restriction: Omit<Restriction, 'schema'> | undefined, name: string): boolean {
  if (restriction === undefined) return false;
  const column = restriction.columns.find((one) => one.name === name);
  return column === undefined || column.mask?.kind === 'null';
}

function seen(table: TableOfScene, restriction: Omit<Restriction, 'schema'> | undefined): TableOfScene {
  if (restriction === undefined) return table;
  const rows = table.rows.filter(
    (row) => restriction.rows === null || holds(restriction.rows, named(table, row)) === true,
  );
  return {
    name: table.name,
    columns: restriction.columns.map(({ name, mask }) => ({
      name,
      kind: mask?.kind === 'hash' || mask?.kind === 'last_four' ? 'text' : kindOf(table, name),
    })),
    rows: rows.map((row) => restriction.columns.map(({ name, mask }) => masked(named(table, row)[name] ?? null, mask))),
  };
}

function changed(
  random: Random,
  table: TableOfScene,
  restriction: Omit<Restriction, 'schema'> | undefined,
): TableOfScene {
  const rows = table.rows.flatMap((row) => {
    const cells = named(table, row);
    const isHidden = hides(restriction, cells);
    // One hidden row is gone, and another one is there twice as far as anything but its key is concerned.
    if (isHidden && random.chance(0.3)) return [];
    const other = Object.fromEntries(
      table.columns.map(({ name }) => {
        const mines = MINES[name];
        return [
          name,
          mines !== undefined && (isHidden || isKept(restriction, name)) ? random.pick(mines) : cells[name],
        ];
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
