import type { PageCursor } from '../../../domain/page-cursor.js';
import type { SortKey } from './sort-key.js';
import type { StatementValues } from './statement-values.js';

/** Without a key resources are in the order in which they came. */
export interface Direction {
  readonly key: SortKey | null;
  readonly isDescending: boolean;
}

/** RFC 7644 section 3.4.2.3: without a value last when ascending, first when descending, which is how PostgreSQL has it. */
export function orderSql({ key, isDescending }: Direction): string {
  const word = isDescending ? 'DESC' : 'ASC';
  return key === null ? `r.number ${word}` : `${key.sql} ${word}, r.number ${word}`;
}

/** What comes after the position in that direction, whether the resource at the position is still there or not. */
export function beyondSql(values: StatementValues, { key, isDescending }: Direction, { position }: PageCursor): string {
  const sign = isDescending ? '<' : '>';
  const number = `${values.add(position.number)}::bigint`;
  if (key === null) return `r.number ${sign} ${number}`;
  if (position.key === null) {
    const further = `${key.sql} IS NULL AND r.number ${sign} ${number}`;
    return isDescending ? `(${further} OR ${key.sql} IS NOT NULL)` : further;
  }
  const beyond = `(${key.sql}, r.number) ${sign} (${values.add(position.key)}, ${number})`;
  return key.isNullable && !isDescending ? `(${beyond} OR ${key.sql} IS NULL)` : beyond;
}
