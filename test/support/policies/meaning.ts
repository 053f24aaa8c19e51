import { createHmac } from 'node:crypto';
import type { ExactNumber, Literal, Mask, Restriction } from '../../../src/engines/sql-guard/restriction.js';

export type RowPredicate = NonNullable<Restriction['rows']>;
export type Value = string | number | bigint | boolean | null;

export function hides(restriction: Omit<Restriction, 'schema'> | undefined, row: Readonly<Record<string, Value>>): boolean {
  const rows = restriction?.rows ?? null;
  return rows !== null && holds(rows, row) !== true;
}

/** In the logic of SQL: `null` is unknown. */
export function holds(rows: RowPredicate, row: Readonly<Record<string, Value>>): boolean | null {
  switch (rows.kind) {
    case 'and':
    case 'or': {
      const stops = rows.kind === 'or';
      const terms = rows.terms.map((term) => holds(term, row));
      if (terms.includes(stops)) return stops;
      return terms.includes(null) ? null : !stops;
    }
    case 'not': {
      const term = holds(rows.term, row);
      return term === null ? null : !term;
    }
    case 'is_null':
      return row[rows.column] === null;
    case 'in': {
      const value = row[rows.column] ?? null;
      if (rows.values.length === 0) return false;
      return value === null ? null : rows.values.map((one) => meant(value, one)).includes(value);
    }
    case 'compare':
      return compared(row[rows.column] ?? null, rows.operator, rows.value);
  }
}

/** A value of a rule as a number of the kind that the cell is. */
function meant(cell: Value, value: Literal | ExactNumber): NonNullable<Value> {
  if (typeof value === 'object') return BigInt(value.exact);
  return typeof cell === 'bigint' && typeof value === 'number' ? BigInt(value) : value;
}

function compared(value: Value, operator: string, literal: Literal | ExactNumber): boolean | null {
  if (value === null) return null;
  const other = meant(value, literal);
  switch (operator) {
    case '=':
      return value === other;
    case '<>':
      return value !== other;
    case '<':
      return value < other;
    case '<=':
      return value <= other;
    case '>':
      return value > other;
    default:
      return value >= other;
  }
}

export function masked(value: Value, mask: Mask | null): Value {
  if (mask === null || value === null) return value;
  switch (mask.kind) {
    case 'null':
      return null;
    case 'hash':
      return createHmac('sha256', Buffer.from(mask.key, 'hex')).update(String(value)).digest('hex').slice(0, 32);
    case 'last_four':
      return String(value).length < 8 ? null : String(value).slice(-4);
    case 'year':
      return String(value) >= '9999' ? null : `${String(value).slice(0, 4)}-01-01`;
  }
}
