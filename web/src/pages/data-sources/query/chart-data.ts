import { type ResultColumn, type Row, kindOf } from './sort';

export interface ChartColumn {
  readonly index: number;
  readonly name: string;
  readonly kind: 'number' | 'time' | 'text';
}

/** More marks than this are no picture any more. */
export const MOST_MARKS = 200;

/** Several columns may have one name, or none. */
export function chartColumns(columns: readonly ResultColumn[], rows: readonly Row[]): readonly ChartColumn[] {
  return columns.map((column, index) => ({
    index,
    name: column.name === '' ? `#${index + 1}` : column.name,
    kind: kindOf(column, rows, index),
  }));
}

export interface Choice {
  /** What stands along the axis. */
  readonly along: number;
  readonly measures: readonly number[];
  readonly shape: 'bar' | 'line';
}

/** A first guess: what happened when, or what each thing measures. `null` when nothing is a number. */
export function guessOf(columns: readonly ChartColumn[]): Choice | null {
  const along =
    columns.find(({ kind }) => kind === 'time') ?? columns.find(({ kind }) => kind === 'text') ?? columns[0];
  const measure =
    columns.find(({ kind, index }) => kind === 'number' && index !== along?.index) ??
    columns.find(({ kind }) => kind === 'number');
  if (along === undefined || measure === undefined) return null;
  return { along: along.index, measures: [measure.index], shape: along.kind === 'time' ? 'line' : 'bar' };
}

export type Mark = Readonly<Record<string, string | number | null>>;

/** One mark for each row: `along` and the measures under keys that no name of a column can be mistaken for. */
export function marksOf(rows: readonly Row[], { along, measures }: Choice): readonly Mark[] {
  return rows.slice(0, MOST_MARKS).map((row) =>
    Object.fromEntries<string | number | null>([
      ['along', String(row[along] ?? 'NULL')],
      ...measures.map((measure) => {
        const cell = row[measure] ?? null;
        return [keyOf(measure), cell === null ? null : Number(cell)] as const;
      }),
    ]),
  );
}

export const keyOf = (measure: number): string => `measure ${measure}`;
