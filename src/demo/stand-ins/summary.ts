import { NUMERIC, TEXT } from './column-types.js';
import { isGerman } from './conversation.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A type may have a length: `varchar(80)`. */
const COLUMN = /^Column \d+: (.*) \(([^()]*(?:\([^()]*\))?[^()]*)\)$/gm;

/** A sentence with placeholders that the service fills in, and a bar for each row if one column has names and another numbers. */
export function summaryOf(question: string, shape: string): object {
  const columns = [...shape.matchAll(COLUMN)].map(([, name = '', type = '']): Column => ({
    name,
    type,
  }));
  const rows = Number(/^Rows: (\d+)/.exec(shape)?.[1] ?? 0);
  return { sentence: sentenceOf(columns, rows, isGerman(question)), chart: rows > 1 ? chartOf(columns) : null };
}

function sentenceOf(columns: readonly Column[], rows: number, german: boolean): string {
  if (rows === 0) return german ? 'Dazu steht nichts in der Datenbank.' : 'The database holds nothing about this.';
  if (rows === 1 && columns.length === 1) return german ? 'Die Antwort ist {{1:first}}.' : 'The answer is {{1:first}}.';
  if (rows === 1) return german ? 'Die Antwort ist {{1:first}}: {{2:first}}.' : 'The answer is {{1:first}}: {{2:first}}.';
  // A row is called by a name, not by its number.
  const name = columns.findIndex(({ type }) => TEXT.test(type)) + 1;
  if (name === 0) return german ? 'Es sind {{row_count}} Zeilen.' : 'There are {{row_count}} rows.';
  const figure = columns.findIndex(isFigure) + 1;
  const { name: what = '' } = columns[figure - 1] ?? {};
  const words = what.replaceAll('_', ' ');
  if (figure > 0)
    return german
      ? `An erster Stelle von {{row_count}} steht {{${name}:first}} mit {{${figure}:first}} (${words}).`
      : `{{${name}:first}} comes first of {{row_count}}, with {{${figure}:first}} (${words}).`;
  return german
    ? `Es sind {{row_count}}, an erster Stelle {{${name}:first}}.`
    : `There are {{row_count}}, and {{${name}:first}} comes first.`;
}

/** SQLite does not tell the type of what was computed. */
const isFigure = ({ name, type }: Column): boolean => NUMERIC.test(type) || name === 'how_many';

function chartOf(columns: readonly Column[]): object | null {
  const [name] = columns;
  const number = columns.find(isFigure);
  if (name === undefined || number === undefined || number === name) return null;
  const x = { column: name.name, type: 'nominal' };
  return { mark: 'bar', x, y: { column: number.name, type: 'quantitative' }, color: null };
}
