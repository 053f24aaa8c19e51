import { type Cell, type ResultColumn, type Row, isNumeric } from './sort';

/** What a spreadsheet would read as a formula and run. */
const FORMULA = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/**
 * The same where a spreadsheet that splits at semicolons or tabs begins a cell. It does not see that quotes around the whole value hold it
 * together.
 */
const HIDDEN_FORMULA = /(?<=[;\t\r\n]["\s]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * RFC 4180: commas, CRLF, quotes doubled. NULL becomes an empty field, an empty text a pair of quotes. A text that a spreadsheet
 * would read as a formula gets an apostrophe in front; a complete number is not one. So does what would be one behind a semicolon, a tab or a new line.
 */
export function csvOf(columns: readonly ResultColumn[], rows: readonly Row[]): string {
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((cells) => `${cells.map((cell) => field(cell, /[",\r\n]/)).join(',')}\r\n`).join('');
}

/** For the clipboard: the same between tabs, as spreadsheets paste it. */
export function tsvOf(rows: readonly Row[]): string {
  return rows.map((cells) => cells.map((cell) => field(cell, /["\t\r\n]/)).join('\t')).join('\r\n');
}

/** One value for the clipboard, which may be pasted into a spreadsheet as well. */
export function harmless(cell: Cell): string {
  const text = String(cell ?? '');
  if (isNumeric(cell)) return text;
  return (FORMULA.test(text) ? `'${text}` : text).replaceAll(HIDDEN_FORMULA, "'");
}

function field(cell: Cell, special: RegExp): string {
  if (cell === null) return '';
  const text = harmless(cell);
  return text === '' || special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
