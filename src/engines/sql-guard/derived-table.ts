import { quoted } from './judgement.js';
import type { ExactNumber, Literal, PermittedColumn, Restriction, RowPredicate } from './restriction.js';

/** What the dialects write differently. */
export interface TableDialect {
  readonly quote: '"' | '`';
  /** A literal, or a parameter that stands for it. */
  value(value: Literal | ExactNumber): string;
  /** One value that replaces a long list; `null` if the list is written out. */
  readonly listed?: (values: readonly (Literal | ExactNumber)[]) => string | null;
  /** A text that equals no other text, for engines that ignore case or accents. */
  readonly exactly?: (text: string) => string;
  /** @param own the column, named in full @returns what replaces it; `null` if the mask leaves nothing: then it is NULL */
  masked(column: PermittedColumn, own: string): string | null;
}

/** What replaces a relation in the statement, except for what belongs to that one place. */
export interface DerivedTable {
  /** Behind SELECT. */
  readonly columns: string;
  /** With a blank before it; empty for all rows. */
  readonly where: string;
}

/**
 * The permitted columns and rows of a relation. Each column is named by an alias that nobody can foresee: a column that has
 * vanished from the source is an error then, and is not looked for in the query around.
 */
export function derivedTable({ columns, rows }: Restriction, alias: string, dialect: TableDialect): DerivedTable {
  const named = (column: string): string => `${alias}.${quoted(column, dialect.quote)}`;
  const selected = (column: PermittedColumn): string => {
    const own = named(column.name);
    if (column.mask === null) return own;
    // Has the type of the column, without knowing that type.
    const none = `CASE WHEN 1 = 0 THEN ${own} END`;
    const shown = column.mask.kind === 'null' ? none : (dialect.masked(column, own) ?? none);
    return `${shown} AS ${quoted(column.name, dialect.quote)}`;
  };
  const where = rows === null ? '' : ` WHERE ${conditionOf(rows, named, dialect, false)}`;
  return { columns: columns.map(selected).join(', '), where };
}

/** @param isNegated whether more rows are shown if it does not hold: then texts count as equal if any reading makes them equal */
function conditionOf(rows: RowPredicate, named: (column: string) => string, dialect: TableDialect, isNegated: boolean): string {
  const valued = (value: Literal | ExactNumber): string => dialect.value(value);
  const exactly = 'isText' in rows && rows.isText === true && dialect.exactly;
  switch (rows.kind) {
    case 'and':
    case 'or': {
      const terms = rows.terms.map((term) => conditionOf(term, named, dialect, isNegated));
      if (terms.length === 0) return rows.kind === 'and' ? '(1 = 1)' : '(1 = 0)';
      return `(${terms.join(` ${rows.kind.toUpperCase()} `)})`;
    }
    case 'not':
      return `(NOT ${conditionOf(rows.term, named, dialect, !isNegated)})`;
    case 'compare': {
      const [own, value, { operator }] = [named(rows.column), valued(rows.value), rows];
      const compared = `(${own} ${operator} ${value})`;
      if (!exactly || operator !== (isNegated ? '<>' : '=')) return compared;
      return `(${compared} ${isNegated ? 'OR' : 'AND'} (${exactly(own)} ${operator} ${exactly(value)}))`;
    }
    case 'in': {
      // An empty list makes it false, also for NULL.
      if (rows.values.length === 0) return '(1 = 0)';
      const own = named(rows.column);
      const list = rows.isArray === true ? null : (dialect.listed?.(rows.values) ?? null);
      if (list !== null) return `(${own} = ANY (${list}))`;
      const values = rows.values.map(valued);
      const isOneOf = `(${own} IN (${values.join(', ')}))`;
      if (!exactly || isNegated) return isOneOf;
      return `(${isOneOf} AND (${exactly(own)} IN (${values.map(exactly).join(', ')})))`;
    }
    case 'is_null':
      return `(${named(rows.column)} IS NULL)`;
  }
}

/** As a literal of any engine. */
export function numeral({ exact }: ExactNumber): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(exact)) throw new RangeError('It is no number of SQL.');
  return exact;
}
