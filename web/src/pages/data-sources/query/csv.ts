import { type Cell, type ResultColumn, type Row, isNumeric } from './sort';

/** What a spreadsheet would read as a formula and run. */
const FORMULA = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * RFC 4180: commas, CRLF, quotes doubled. NULL becomes an empty field, an empty text a pair of quotes. A text that a spreadsheet
 * would read as a formula gets an apostrophe in front; a complete number is not one.
 */
export function csvOf(columns: readonly ResultColumn[], rows: readonly Row[]): string {
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((cells) => `${cells.map(field).join(',')}\r\n`).join('');
}

function field(cell: Cell): string {
  if (cell === null) return '';
  const text = String(cell);
  const harmless = FORMULA.test(text) && !isNumeric(cell) ? `'${text}` : text;
  return harmless === '' || /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
