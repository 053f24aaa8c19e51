import { type Choice, chartColumns } from '../query/chart-data';
import type { Chart, Rows } from './turn';

/** A suggestion as the chart of the workbench takes it; `null` if it could not draw it. */
export function choiceOf(chart: Chart | null, { columns, rows }: Rows): Choice | null {
  if (chart === null) return null;
  const known = chartColumns(columns, rows);
  const columnOf = (encoding: Chart['x']) => known.find(({ name }) => name === encoding?.column);
  const { mark: shape } = chart;
  const [x, y, color] = [columnOf(chart.x), columnOf(chart.y), columnOf(chart.color)];
  const along = shape === 'arc' ? color : x;
  if (along === undefined || y === undefined) return null;
  // Horizontal bars are drawn vertically.
  const [place, measure] = y.kind === 'number' ? [along, y] : [y, along];
  if (measure.kind !== 'number') return null;
  const isSplit = shape !== 'arc' && color !== undefined && color !== place && color !== measure;
  return { along: place.index, measures: [measure.index], shape, split: isSplit ? color.index : null };
}
