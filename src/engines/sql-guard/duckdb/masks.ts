import type { ExactNumber, Literal, PermittedColumn } from '../restriction.js';
import { type TableDialect, numeral } from '../derived-table.js';
import { HASH_DIGITS, hmacBlocks } from '../hmac-blocks.js';
import { OutsideValues } from '../written-statement.js';

/** Keys are parameters. Filter values stay in the statement: by them the engine skips parts of a table. */
export class DuckDbTables implements TableDialect {
  readonly quote = '"';
  private readonly keys = new OutsideValues();

  get values(): readonly Literal[] {
    return this.keys.values;
  }

  value(value: Literal | ExactNumber): string {
    if (typeof value === 'object') return numeral(value);
    if (typeof value === 'string' && value.includes('\0')) throw new RangeError('No literal can hold a NUL.');
    if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('It is no number of SQL.');
    return String(value).toUpperCase();
  }

  masked({ type, mask }: PermittedColumn, own: string): string | null {
    const text = `CAST(${own} AS VARCHAR)`;
    switch (mask?.kind) {
      case 'hash': {
        const { inner, outer } = hmacBlocks(mask.key);
        const first = `unhex(sha256(unhex(${this.parameter(inner)}) || encode(${text})))`;
        return `left(sha256(unhex(${this.parameter(outer)}) || ${first}), ${HASH_DIGITS})`;
      }
      case 'last_four':
        return `CASE WHEN length(${text}) >= 8 THEN right(${text}, 4) END`;
      case 'year':
        return yearOf(type.toUpperCase(), own);
      default:
        return null;
    }
  }

  private parameter(value: string): string {
    return `$headgate_${this.keys.numberOf(value)}`;
  }
}

/** Years that every function of a day takes. */
function yearOf(type: string, own: string): string | null {
  if (type !== 'DATE' && type !== 'TIMESTAMP') return null;
  return `CASE WHEN ${own} >= '0001-01-02' AND ${own} < '9999-01-01' THEN CAST(make_date(year(${own}), 1, 1) AS ${type}) END`;
}
