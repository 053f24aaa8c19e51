import type { ExactNumber, Literal, PermittedColumn } from '../restriction.js';
import { type TableDialect, numeral } from '../derived-table.js';
import { HASH_DIGITS, hmacBlocks } from '../hmac-blocks.js';
import { OutsideValues } from '../written-statement.js';

const TYPE = /^(date|datetime|timestamp)(?:\(\d\))?$/i;

/**
 * For a session in which a backslash escapes. Keys are variables of the session, for parameters would change how the driver reads the cells of
 * an answer. Filter values stay in the statement: a variable compares by a collation of its own, and no index.
 */
export class MySqlTables implements TableDialect {
  readonly quote = '`';
  readonly exactly = bytesOf;
  private readonly keys = new OutsideValues();

  get values(): readonly Literal[] {
    return this.keys.values;
  }

  value(value: Literal | ExactNumber): string {
    if (typeof value === 'object') return numeral(value);
    if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('It is no number of SQL.');
    return String(value).toUpperCase();
  }

  masked({ type, mask }: PermittedColumn, own: string): string | null {
    switch (mask?.kind) {
      case 'hash': {
        const { inner, outer } = hmacBlocks(mask.key);
        // All of it bytes: beside a text, the servers take bytes for text.
        const first = `UNHEX(SHA2(CONCAT(${this.variable(inner)}, ${bytesOf(own)}), 256))`;
        return `LEFT(SHA2(CONCAT(${this.variable(outer)}, ${first}), 256), ${HASH_DIGITS})`;
      }
      case 'last_four':
        return `CASE WHEN CHAR_LENGTH(${own}) >= 8 THEN RIGHT(${own}, 4) END`;
      case 'year':
        return yearOf(type, own);
      default:
        return null;
    }
  }

  private variable(value: string): string {
    return `@headgate_${this.keys.numberOf(value)}`;
  }
}

function bytesOf(text: string): string {
  return `CAST(CONVERT(${text} USING utf8mb4) AS BINARY)`;
}

/** Years of two digits would become those of another century. */
function yearOf(type: string, own: string): string | null {
  const kind = TYPE.exec(type)?.[1]?.toLowerCase();
  if (kind === undefined) return null;
  const first = `MAKEDATE(YEAR(${own}), 1)`;
  const year = kind === 'date' ? first : `CAST(${first} AS DATETIME)`;
  return `CASE WHEN ${own} >= '1000-01-01' AND ${own} < '9999-01-01' THEN ${year} END`;
}
