import { type Cell, type ResultColumn, type Row, isNumeric, kindOf } from './sort';

/** What the catalog tells of a column. */
export interface CatalogColumn {
  readonly name: string;
  readonly comment: string | null;
  /** Part of a primary, foreign or unique key. */
  readonly isKey: boolean;
}

/** A column of a result, as a person reads it. */
export interface ReadColumn extends ResultColumn {
  readonly index: number;
  readonly title: string;
  readonly comment: string | null;
  readonly kind: ReturnType<typeof kindOf>;
  /** Also if some are infinite, or none at all, which nothing can draw. */
  readonly isNumber: boolean;
  /** A measure or a count, whose numbers are grouped and rounded. Identifiers and years stay digit by digit, as people compare them. */
  readonly isQuantity: boolean;
}

/** Words that name which one, not how much; also what PostgreSQL calls a year that it takes out of a date, and places on the globe. */
const IDENTIFIER =
  /^(?:(?:u|gu)?ids?|oid|codes?|key|number|no|nr|year|yr|extract|zip|postcode|postal|plz|phone|telephone|fax|mobile|iban|isbn|ean|gtin|sku|serial|lat|lon|lng|latitude|longitude)$|(?:jahr|nummer|nr|code|schlüssel|leitzahl|telefon)$/;
/** Numbers of things, whatever the things are: `id_count`, `number_of_codes`, `revenue_per_year`. */
const MEASURE = /\b(?:counts?|total|sum|per|pro|je|anzahl|summe)\b|^number .|^n[or] of\b/;
/** Types that say so themselves. */
const TYPED = /^(?:year|oid|xid|bit|varbit)\b/i;
const INFINITE = /^(?:nan|[+-]?inf(?:inity)?)$/i;
const LEADING_ZERO = /^[+-]?0\d/;
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
/** A comment that is longer describes a column, and does not name it. */
const LABEL = /^\p{Lu}[^.,;:!?()\n]{0,39}$/u;
const MOST_WORDS = 4;

/**
 * Titles and numbers of a result. A key of the catalog, a name such as `id`, `year` or `code`, a type that says so and digits that begin
 * with zero each make a column one of identifiers: a separator in it would be wrong, in a quantity it only helps.
 */
export function readColumns(
  columns: readonly ResultColumn[],
  rows: readonly Row[],
  catalog: readonly CatalogColumn[],
): readonly ReadColumn[] {
  const titles = columns.map((column) => titleOf(column, catalog));
  return columns.map((column, index) => {
    const known = catalog.find(({ name }) => name === column.name);
    const title = titles[index] ?? '';
    const kind = kindOf(column, rows, index);
    const finite = rows.filter((row) => !INFINITE.test(String(row[index])));
    const isNumber = kind === 'number' || kindOf(column, finite, index) === 'number';
    const isIdentifier =
      known?.isKey === true ||
      TYPED.test(column.type) ||
      namesIdentifier(column.name) ||
      rows.some((row) => LEADING_ZERO.test(String(row[index])));
    return {
      ...column,
      index,
      // Two that read alike are told apart by what they are called.
      title: titles.filter((other) => other === title).length > 1 ? column.name : title,
      comment: known?.comment ?? null,
      kind,
      isNumber,
      isQuantity: isNumber && !isIdentifier,
    };
  });
}

/** @param number as the reader writes numbers */
export function shownCell(
  cell: Cell,
  column: ReadColumn | undefined,
  number: (value: number | Intl.StringNumericLiteral) => string,
): string {
  if (cell === null) return 'NULL';
  return column?.isQuantity === true && isNumeric(cell) ? number(cell as number | Intl.StringNumericLiteral) : String(cell);
}

function titleOf({ name }: ResultColumn, catalog: readonly CatalogColumn[]): string {
  const comment = catalog.find((column) => column.name === name)?.comment?.trim() ?? '';
  if (LABEL.test(comment) && comment.split(/\s+/).length <= MOST_WORDS) return comment;
  if (!PLAIN_NAME.test(name)) return name;
  const words = wordsOf(name).join(' ');
  return words === '' ? name : `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}`;
}

/** Of `customer_id`, `customerId` and `CUSTOMER_ID`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function namesIdentifier(name: string): boolean {
  const words = wordsOf(name);
  return !MEASURE.test(words.join(' ')) && (words.some((word) => IDENTIFIER.test(word)) || name.toLowerCase() === 'date_part');
}
