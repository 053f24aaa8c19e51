import type { ExactNumber, Literal, PermittedColumn } from '../restriction.js';
import { type TableDialect, numeral } from '../derived-table.js';
import { HASH_DIGITS, hmacBlocks } from '../hmac-blocks.js';

const DATE = /^date$/;
const TIMESTAMP = /^timestamp(?:\(\d\))? (?:without|with) time zone$/;

/** The most parameters that PostgreSQL takes in a statement. */
export const MOST_PARAMETERS = 65_535;
const LONG_LIST = 100;
/** The widest first. */
const CASTS = ['::numeric', '::bigint', '::integer'];

/** Values and keys are parameters, so that the source's log of statements has none of them. */
export class PostgresqlTables implements TableDialect {
  readonly quote = '"';
  readonly values: Literal[] = [];

  value(value: Literal | ExactNumber): string {
    const own = typeof value === 'object' ? numeral(value) : value;
    const place = `$${this.values.push(own)}`;
    return typeof value === 'object' || typeof value === 'number' ? `${place}${castFor(String(own))}` : place;
  }

  /** An array as PostgreSQL reads it, so that the number of parameters does not grow with the lists of policies. */
  listed(values: readonly (Literal | ExactNumber)[]): string | null {
    if (values.length < LONG_LIST) return null;
    const texts = values.map((value) => (typeof value === 'object' ? numeral(value) : String(value)));
    const place = `$${this.values.push(`{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`)}`;
    const casts = values.map((value, index) => (typeof value === 'string' ? '' : castFor(texts[index] ?? '')));
    const widest = CASTS.find((cast) => casts.includes(cast));
    return widest === undefined ? place : `${place}${widest}[]`;
  }

  masked({ type, mask }: PermittedColumn, own: string): string | null {
    switch (mask?.kind) {
      case 'hash': {
        const { inner, outer } = hmacBlocks(mask.key);
        const first = `sha256(${this.value(`\\x${inner}`)}::bytea || convert_to(${own}::text, 'UTF8'))`;
        return `left(encode(sha256(${this.value(`\\x${outer}`)}::bytea || ${first}), 'hex'), ${HASH_DIGITS})`;
      }
      case 'last_four':
        return `CASE WHEN char_length(${own}::text) >= 8 THEN right(${own}::text, 4) END`;
      case 'year':
        return yearOf(type, own);
      default:
        return null;
    }
  }
}

/** A parameter has the type of the column that it meets, and fails if its value is out of that type's range. */
function castFor(numeral: string): string {
  if (!/^-?\d+$/.test(numeral)) return '';
  if (BigInt.asIntN(64, BigInt(numeral)) !== BigInt(numeral)) return '::numeric';
  const value = Number(numeral);
  if (Math.abs(value) < 2 ** 15) return '';
  return Math.abs(value) < 2 ** 31 ? '::integer' : '::bigint';
}

/** Years that a `date` and a `timestamp` both have: outside of them the functions fail. */
function yearOf(type: string, own: string): string | null {
  const isDate = DATE.test(type);
  if (!isDate && !TIMESTAMP.test(type)) return null;
  const year = isDate ? `make_date(extract(year FROM ${own})::int, 1, 1)` : `date_trunc('year', ${own})`;
  return `CASE WHEN ${own} >= '0001-01-02' AND ${own} < '9999-01-01' THEN ${year} END`;
}
