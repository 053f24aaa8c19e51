import type { components } from '@headgate/client';
import { type Choice, chartColumns } from './chart-data';
import type { ReadColumn } from './read-columns';

export type SavedChart = components['schemas']['SavedChart'];

/** By names of columns, which the next answer has too. */
export function namedChart({ shape, along, measures, split }: Choice, columns: readonly ReadColumn[]): SavedChart {
  const nameOf = (index: number): string => chartColumns(columns)[index]?.name ?? '';
  return { shape, along: nameOf(along), measures: measures.map(nameOf), split: split === null ? null : nameOf(split) };
}

/** `null` where the answer does not have these columns. */
export function choiceNamed(chart: SavedChart | null, columns: readonly ReadColumn[]): Choice | null {
  if (chart === null) return null;
  const known = chartColumns(columns);
  const indexOf = (wanted: string): number => known.findIndex(({ name }) => name === wanted);
  const measures = chart.measures.map(indexOf).filter((index) => known[index]?.kind === 'number');
  const along = indexOf(chart.along);
  if (along < 0 || measures.length === 0) return null;
  const split = chart.split === null ? -1 : indexOf(chart.split);
  return { shape: chart.shape, along, measures, split: split < 0 ? null : split };
}
