import type { Check, Column, ForeignKey, Index, Key, Partitions, ReferentialAction } from '../../../domain/relation.js';
import { columnFrom } from './column-row.js';
import type { Row } from './mysql-session.js';

/** The rows of one relation without schema and table, each list as `CatalogStatements` selects it. */
export function columnsFrom(rows: readonly Row[], mariaDb: boolean): Column[] {
  return inOrder(rows, 1).map((row) => columnFrom(row, mariaDb));
}

export interface Keys {
  readonly primaryKey: Key | null;
  readonly uniqueKeys: readonly Key[];
  readonly indexes: readonly Index[];
}

/** A key of MySQL is nothing else than its index. One over the beginning of a text makes no column unique. */
export function keysFrom(statistics: readonly Row[]): Keys {
  const indexes: Index[] = [];
  const uniqueKeys: Key[] = [];
  let primaryKey: Key | null = null;
  for (const [name, rows] of groups(statistics)) {
    const columns = rows.map(([, , , column, length, expression]) => indexed(column, length, expression));
    const unique = rows[0]?.[2] === '0';
    indexes.push({ name, columns, unique, predicate: null });
    const whole = rows.every(([, , , column, length]) => typeof column === 'string' && typeof length !== 'string');
    if (name === 'PRIMARY') primaryKey = { name, columns: rows.map(([, , , column]) => column ?? '') };
    else if (unique && whole) uniqueKeys.push({ name, columns });
  }
  return { primaryKey, uniqueKeys, indexes };
}

/**
 * What they do on update and delete is in `rules`, which a role sees only of tables on which it may do more than select:
 * of the others it is said to be nothing.
 */
export function foreignKeysFrom(usage: readonly Row[], rules: readonly Row[]): ForeignKey[] {
  const known = new Map(rules.map(([name, onUpdate, onDelete]) => [name, { onUpdate, onDelete }]));
  return groups(usage).map(([name, rows]) => ({
    name,
    columns: rows.map(([, , column]) => column ?? ''),
    target: {
      schema: rows[0]?.[3] ?? '',
      relation: rows[0]?.[4] ?? '',
      columns: rows.map(([, , , , , column]) => column ?? ''),
    },
    onUpdate: action(known.get(name)?.onUpdate),
    onDelete: action(known.get(name)?.onDelete),
  }));
}

export function checksFrom(rows: readonly Row[]): Check[] {
  const checks = rows.map(([name, expression]) => ({ name: name ?? '', expression: expression ?? '' }));
  return checks.sort((one, other) => compare(one.name, other.name));
}

const MOST_BOUNDS = 1_000;

export function partitionsFrom(rows: readonly Row[]): Partitions | null {
  const sorted = [...rows].sort(
    (one, other) => position(one, 2) - position(other, 2) || position(one, 3) - position(other, 3),
  );
  const [first] = sorted;
  if (first === undefined) return null;
  const [, , , , method, expression] = first;
  const partitions = new Map(sorted.map((row) => [row[0] ?? '', bound(row[4] ?? '', row[6] ?? null)]));
  const below = sorted.flatMap(([, name]) => (typeof name === 'string' ? [name] : []));
  const bounds = [...partitions, ...below.map((name) => [name, ''] as const)];
  return {
    count: bounds.length,
    by: `${method ?? ''} (${expression ?? ''})`,
    bounds: bounds.slice(0, MOST_BOUNDS).map(([name, text]) => ({ name, bound: text })),
  };
}

function bound(method: string, description: string | null): string {
  if (description === null) return '';
  if (method.startsWith('RANGE'))
    return description === 'MAXVALUE' ? 'LESS THAN MAXVALUE' : `LESS THAN (${description})`;
  return method.startsWith('LIST') ? `IN (${description})` : description;
}

function indexed(
  column: string | null | undefined,
  length: string | null | undefined,
  expression: string | null | undefined,
) {
  if (typeof column !== 'string') return expression ?? '';
  return typeof length === 'string' ? `${column}(${length})` : column;
}

function action(rule: string | null | undefined): ReferentialAction {
  switch (rule) {
    case 'CASCADE':
      return 'cascade';
    case 'SET NULL':
      return 'set_null';
    case 'SET DEFAULT':
      return 'set_default';
    case 'RESTRICT':
      return 'restrict';
    default:
      return 'no_action';
  }
}

/** By the name in the first place of a row, each in the order that the second place tells. */
function groups(rows: readonly Row[]): [string, Row[]][] {
  const byName = new Map<string, Row[]>();
  for (const row of inOrder(rows, 1)) {
    const name = row[0] ?? '';
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [row]);
    else group.push(row);
  }
  return [...byName].sort(([one], [other]) => compare(one, other));
}

function inOrder(rows: readonly Row[], place: number): Row[] {
  return [...rows].sort((one, other) => position(one, place) - position(other, place));
}

function position(row: Row, place: number): number {
  return Number(row[place] ?? 0);
}

/** By code units, as everywhere where names are sorted: the order must not depend on a locale. */
export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
