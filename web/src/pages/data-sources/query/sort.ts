import type { Answer } from './run';
import { NUMBER, compare, keysOf, saysText } from './sort-keys';

export type Row = Answer['rows'][number];
export type Cell = Row[number];
export type ResultColumn = Answer['columns'][number];

export interface Sorting {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Whether a cell is a complete number; those that JSON cannot hold exactly come as text. */
export const isNumeric = (cell: Cell): boolean => typeof cell === 'number' || (typeof cell === 'string' && NUMBER.test(cell));

/** What a column holds, as far as sorting and drawing are concerned. */
export function kindOf({ type }: ResultColumn, rows: readonly Row[], column: number): 'number' | 'time' | 'text' {
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  if (!saysText(type) && cells.length > 0 && cells.every(isNumeric)) return 'number';
  if (/date|time/i.test(type)) return 'time';
  return 'text';
}

/** The same rows in another order. Empty cells come last in either direction. */
export function sorted(rows: readonly Row[], columns: readonly ResultColumn[], sorting: Sorting | null): readonly Row[] {
  if (sorting === null) return rows;
  const { column, isDescending } = sorting;
  const cells = rows.map((row) => row[column] ?? null);
  const keys = keysOf(cells, columns[column]?.type ?? '');
  const placed = rows.map((row, place) => ({ row, key: keys[place] ?? null }));
  placed.sort(({ key: left }, { key: right }) => {
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return isDescending ? compare(right, left) : compare(left, right);
  });
  return placed.map(({ row }) => row);
}
