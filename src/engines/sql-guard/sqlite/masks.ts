import { HASH_FUNCTION } from '../../../platform/sqlite/hash-function.js';
import type { ExactNumber, Literal, PermittedColumn } from '../restriction.js';
import { type TableDialect, numeral } from '../derived-table.js';
import { OutsideValues } from '../written-statement.js';

/** A day as the engine's functions write it, and perhaps a time after it. */
const DAY = '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]';

/** Keys are held by the function of the connection. Filter values stay in the statement: an index over a part of the rows is used for them. */
export class SqliteTables implements TableDialect {
  // In double quotes, a column that has vanished would be a text.
  readonly quote = '`';
  private readonly keys = new OutsideValues();

  get values(): readonly Literal[] {
    return this.keys.values;
  }

  value(value: Literal | ExactNumber): string {
    if (typeof value === 'object') return numeral(value);
    // The engine ends a statement at a NUL.
    if (typeof value === 'string' && value.includes('\0')) return `CAST(x'${Buffer.from(value).toString('hex')}' AS TEXT)`;
    if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('It is no number of SQL.');
    return String(Number(value));
  }

  masked({ mask }: PermittedColumn, own: string): string | null {
    const text = `CAST(${own} AS TEXT)`;
    switch (mask?.kind) {
      case 'hash':
        if (!/^(?:[0-9a-f]{2})+$/i.test(mask.key)) throw new RangeError('The key of a mask is hexadecimal digits.');
        // Without the cast the column of a result would be of no type.
        return `CAST(${HASH_FUNCTION}(${this.keys.numberOf(mask.key)}, CAST(${text} AS BLOB)) AS TEXT)`;
      case 'last_four':
        return `CAST(CASE WHEN length(${text}) >= 8 THEN substr(${text}, -4) END AS TEXT)`;
      case 'year': {
        const time = `CASE WHEN length(${text}) > 10 THEN ' 00:00:00' ELSE '' END`;
        return `CASE WHEN ${text} GLOB '${DAY}*' AND ${text} < '9999' THEN substr(${text}, 1, 4) || '-01-01' || ${time} END`;
      }
      default:
        return null;
    }
  }
}
