import { byCodeUnits } from '../../../shared/by-code-units.js';
import { NOT_ENFORCED, type Option } from '../option.js';
import {
  type Check,
  type Column,
  type ForeignKey,
  type Index,
  type Key,
  PLAIN_CONSTRAINT,
  type Partitions,
  type ReferentialAction,
  type Trigger,
} from '../relation.js';
import { columnFrom } from './column-row.js';
import type { Row } from './mysql-session.js';

/** The rows of one relation without schema and table, each list as `CatalogStatements` selects it. */
/** @param collation of the table, which its columns have unless they say otherwise */
export function columnsFrom(rows: readonly Row[], mariaDb: boolean, collation: string | null): Column[] {
  return inOrder(rows, 1).map((row) => columnFrom(row, mariaDb, collation));
}

export interface Keys {
  readonly primaryKey: Key | null;
  readonly uniqueKeys: readonly Key[];
  readonly indexes: readonly Index[];
}

/** In MySQL a key is its index. A key over the beginning of a text makes no column unique. */
export function keysFrom(statistics: readonly Row[]): Keys {
  const indexes: Index[] = [];
  const uniqueKeys: Key[] = [];
  let primaryKey: Key | null = null;
  for (const [name, rows] of groups(statistics)) {
    const columns = rows.map(([, , , column, length, expression]) => indexed(column, length, expression));
    const unique = rows[0]?.[2] === '0';
    const comment = rows[0]?.[6] || null;
    indexes.push({ name, columns, unique, predicate: null, comment, options: optionsOf(rows, columns) });
    const whole = rows.every(([, , , column, length]) => typeof column === 'string' && typeof length !== 'string');
    if (name === 'PRIMARY') primaryKey = { name, columns: rows.map(([, , , column]) => column ?? ''), ...PLAIN_CONSTRAINT };
    else if (unique && whole) uniqueKeys.push({ name, columns, ...PLAIN_CONSTRAINT });
  }
  return { primaryKey, uniqueKeys, indexes };
}

function optionsOf(rows: readonly Row[], columns: readonly string[]): Option[] {
  const [, , , , , , , , method, isPassedOver] = rows[0] ?? [];
  return [
    ...(method === 'BTREE' || typeof method !== 'string' ? [] : [{ option: `USING ${method}`, columns: [] }]),
    ...rows.flatMap((row, at) => (row[7] === 'D' ? [{ option: 'DESC', columns: columns.slice(at, at + 1) }] : [])),
    ...(isPassedOver === '1' ? [{ option: 'INVISIBLE', columns: [] }] : []),
  ];
}

/**
 * `rules` has what they do on update and delete. A role sees it only for tables on which it may do more than select; for the others
 * nothing is said.
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
    ...PLAIN_CONSTRAINT,
  }));
}

export function checksFrom(rows: readonly Row[]): Check[] {
  const checks = rows.map(([name, expression, enforced]) => ({
    name: name ?? '',
    expression: expression ?? '',
    ...PLAIN_CONSTRAINT,
    ...(enforced === 'NO' && { options: [{ option: NOT_ENFORCED, columns: [] }] }),
  }));
  return checks.sort((one, other) => byCodeUnits(one.name, other.name));
}

const EVENTS: Readonly<Record<string, Trigger['events'][number]>> = {
  INSERT: 'insert',
  UPDATE: 'update',
  DELETE: 'delete',
};

/** A row for each event. A role sees them only of tables on which it has the privilege TRIGGER. */
export function triggersFrom(rows: readonly Row[]): Trigger[] {
  const byName = new Map<string, Row[]>();
  for (const row of rows) byName.set(row[0] ?? '', [...(byName.get(row[0] ?? '') ?? []), row]);
  const triggers = [...byName].map(([name, same]): Trigger => {
    const [, , timing, statement = null] = same[0] ?? [];
    return {
      name,
      timing: timing === 'BEFORE' ? 'before' : 'after',
      events: same.flatMap(([, event]) => EVENTS[event ?? ''] ?? []),
      columns: [],
      level: 'row',
      condition: null,
      function: null,
      statement,
      enabled: true,
    };
  });
  return triggers.sort((one, other) => byCodeUnits(one.name, other.name));
}

const MOST_BOUNDS = 1_000;

export function partitionsFrom(rows: readonly Row[]): Partitions | null {
  const sorted = [...rows].sort((one, other) => position(one, 2) - position(other, 2) || position(one, 3) - position(other, 3));
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
  if (method.startsWith('RANGE')) return description === 'MAXVALUE' ? 'LESS THAN MAXVALUE' : `LESS THAN (${description})`;
  return method.startsWith('LIST') ? `IN (${description})` : description;
}

function indexed(column: string | null | undefined, length: string | null | undefined, expression: string | null | undefined) {
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
  return [...byName].sort(([one], [other]) => byCodeUnits(one, other));
}

function inOrder(rows: readonly Row[], place: number): Row[] {
  return [...rows].sort((one, other) => position(one, place) - position(other, place));
}

function position(row: Row, place: number): number {
  return Number(row[place] ?? 0);
}
