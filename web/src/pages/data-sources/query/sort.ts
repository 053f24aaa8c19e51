import type { Answer } from './run';

export type Row = Answer['rows'][number];
export type Cell = Row[number];
export type ResultColumn = Answer['columns'][number];

export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whether a cell is a complete number; those that JSON cannot hold exactly come as text. */
export const isNumeric = (cell: Cell): boolean => typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell));

/** What a column holds, as far as sorting and drawing are concerned. */
export function kindOf({ type }: ResultColumn, rows: readonly Row[], column: number): 'number' | 'time' | 'text' {
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  const saysText = /char|text|string|json|uuid|blob|bytea/i.test(type);
  if (!saysText && cells.length > 0 && cells.every(isNumeric)) return 'number';
  if (/date|time/i.test(type)) return 'time';
  return 'text';
}

/** The same rows in another order. Empty cells come last in either direction. */
export function sorted(rows: readonly Row[], columns: readonly ResultColumn[], sorting: Sorting | null): readonly Row[] {
  if (sorting === null) return rows;
  const { column, isDescending } = sorting;
  const of = columns[column];
  const compare = of !== undefined && kindOf(of, rows, column) === 'number' ? byNumber : byText;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[column] ?? null, b[column] ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isDescending ? compare(right, left) : compare(left, right);
  });
}

type Full = NonNullable<Cell>;

const byNumber = (a: Full, b: Full): number => Number(a) - Number(b);

const collator = new Intl.Collator(undefined, { numeric: true });

const byText = (a: Full, b: Full): number => collator.compare(String(a), String(b));
