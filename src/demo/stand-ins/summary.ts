import { isGerman } from './conversation.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

const NUMERIC = /^(?:integer|int\d*|bigint|smallint|numeric|decimal|real|double|float)/i;

/** A sentence with places that the service fills in, and a bar for each row where one column has names and another numbers. */
export function summaryOf(question: string, shape: string): object {
  const columns = [...shape.matchAll(/^Column \d+: (.*) \(([^()]*)\)$/gm)].map(([, name = '', type = '']): Column => ({
    name,
    type,
  }));
  const rows = Number(/^Rows: (\d+)/.exec(shape)?.[1] ?? 0);
  return { sentence: sentenceOf(columns.length, rows, isGerman(question)), chart: rows > 1 ? chartOf(columns) : null };
}

function sentenceOf(columns: number, rows: number, german: boolean): string {
  if (rows === 0) return german ? 'Dazu steht nichts in der Datenbank.' : 'The database holds nothing about this.';
  if (rows === 1 && columns === 1) return german ? 'Die Antwort ist {{1:first}}.' : 'The answer is {{1:first}}.';
  if (rows === 1)
    return german ? 'Die Antwort ist {{1:first}}: {{2:first}}.' : 'The answer is {{1:first}}: {{2:first}}.';
  return german
    ? 'Es sind {{row_count}}, an erster Stelle {{1:first}}.'
    : 'There are {{row_count}}, and {{1:first}} comes first.';
}

function chartOf(columns: readonly Column[]): object | null {
  const [name] = columns;
  const number = columns.find(({ type }) => NUMERIC.test(type));
  if (name === undefined || number === undefined || number === name) return null;
  const x = { column: name.name, type: 'nominal' };
  return { mark: 'bar', x, y: { column: number.name, type: 'quantitative' }, color: null };
}
