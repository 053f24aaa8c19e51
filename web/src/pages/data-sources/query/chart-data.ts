import type { ReadColumn } from './read-columns';
import type { Row } from './sort';

/** Its name is never empty. */
export type ChartColumn = ReadColumn;

/** With more marks than this, the picture cannot be read any more. */
export const MOST_MARKS = 200;

/** More lines or groups of bars than this cannot be told apart. */
const MOST_SERIES = 8;

/** Several columns may have one name, or none. */
export function chartColumns(columns: readonly ReadColumn[]): readonly ChartColumn[] {
  return columns.map((column) => {
    const place = `#${column.index + 1}`;
    return column.name === '' ? { ...column, name: place, title: place } : column;
  });
}

export const SHAPES = ['bar', 'line', 'area', 'point', 'arc'] as const;

export interface Choice {
  /** What stands along the axis, or names the slices of a pie. */
  readonly along: number;
  readonly measures: readonly number[];
  readonly shape: (typeof SHAPES)[number];
  /** Set if one measure is drawn once for each value of another column. */
  readonly split: number | null;
}

/** A first guess: what happened when, or what each thing measures. `null` when nothing is a number. */
export function guessOf(columns: readonly ChartColumn[]): Choice | null {
  const along = columns.find(({ kind }) => kind === 'time') ?? columns.find(({ kind }) => kind === 'text') ?? columns[0];
  const others = columns.filter(({ index }) => index !== along?.index);
  const measure = [...others.filter(({ isQuantity }) => isQuantity), ...others, ...columns].find(({ kind }) => kind === 'number');
  if (along === undefined || measure === undefined) return null;
  return { along: along.index, measures: [measure.index], shape: along.kind === 'time' ? 'line' : 'bar', split: null };
}

type Mark = Readonly<Record<string, string | number | null>>;

interface Drawn {
  readonly marks: readonly Mark[];
  readonly series: readonly { readonly key: string; readonly name: string }[];
}

const textOf = (cell: Row[number] | undefined): string => String(cell ?? 'NULL');

/** Marks and measures under keys that no name of a column can be mistaken for. */
export function drawnOf(rows: readonly Row[], columns: readonly ChartColumn[], choice: Choice): Drawn {
  const { along, measures, split } = choice;
  const drawn = rows.slice(0, MOST_MARKS);
  const [measure] = measures;
  if (split !== null && measure !== undefined) return splitBy(drawn, choice, measure, split);
  return {
    marks: drawn.map((row) =>
      Object.fromEntries<string | number | null>([
        ['along', textOf(row[along])],
        ...measures.map((one) => [keyOf(one), numberIn(row[one])] as const),
      ]),
    ),
    series: measures.map((one) => ({ key: keyOf(one), name: columns[one]?.title ?? '' })),
  };
}

/** One mark for each value along the axis, with a number for each value of the other column. */
function splitBy(rows: readonly Row[], { along }: Choice, measure: number, split: number): Drawn {
  const names = [...new Set(rows.map((row) => textOf(row[split])))].slice(0, MOST_SERIES);
  const marks = new Map<string, Record<string, string | number | null>>();
  for (const row of rows) {
    const series = names.indexOf(textOf(row[split]));
    if (series < 0) continue;
    const place = textOf(row[along]);
    const mark = marks.get(place) ?? { along: place };
    mark[keyOf(series)] = numberIn(row[measure]);
    marks.set(place, mark);
  }
  return { marks: [...marks.values()], series: names.map((name, index) => ({ key: keyOf(index), name })) };
}

const numberIn = (cell: Row[number] | undefined): number | null => (cell === null || cell === undefined ? null : Number(cell));

const keyOf = (measure: number): string => `measure ${measure}`;
