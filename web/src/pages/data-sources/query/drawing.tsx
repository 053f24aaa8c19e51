import { Area, AreaChart, Bar, BarChart, CartesianGrid, Legend, Line, LineChart, Pie, PieChart, Tooltip, XAxis, YAxis } from 'recharts';
import { useFormats } from '../../../i18n/formats';
import { type ChartColumn, type Choice, drawnOf } from './chart-data';
import { shownCell } from './read-columns';
import type { Row } from './sort';

const COLOURS = ['var(--accent)', 'var(--good)', 'var(--warning)', 'var(--danger)', 'var(--soft)'] as const;
const AXIS = { stroke: 'var(--soft)', tick: { fill: 'var(--soft)', fontSize: 12 } } as const;
const TOOLTIP = { background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--text)' } as const;

const colourOf = (index: number): string => COLOURS[index % COLOURS.length] ?? COLOURS[0];

interface DrawingProps {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly Row[];
  readonly choice: Choice;
}

/** Gets its size from the container around it. */
export function Drawing({ columns, rows, choice, ...size }: DrawingProps) {
  const { number } = useFormats();
  const { marks, series } = drawnOf(rows, columns, choice);
  const common = { ...size, accessibilityLayer: false };
  // As in the table: years and identifiers have no separators.
  const measured = (value: unknown): string => shownCell(value as number, columns[choice.measures[0] ?? -1], number);
  const placed = (value: unknown): string => shownCell(value as string, columns[choice.along], number);
  const tooltip = (
    <Tooltip
      contentStyle={TOOLTIP}
      cursor={{ fill: 'var(--sunken)' }}
      isAnimationActive={false}
      formatter={measured}
      labelFormatter={placed}
    />
  );
  if (choice.shape === 'arc') {
    const [slices] = series;
    return (
      <PieChart {...common}>
        {slices !== undefined && (
          <Pie
            data={marks.map((mark, index) => ({ ...mark, along: placed(mark['along'] ?? null), fill: colourOf(index) }))}
            dataKey={slices.key}
            nameKey="along"
            stroke="var(--surface)"
            // The table beside it says the same; a part that takes the focus would be hidden from those who hear the page.
            rootTabIndex={-1}
            isAnimationActive={false}
          />
        )}
        {tooltip}
        <Legend />
      </PieChart>
    );
  }
  const plane = { ...common, data: [...marks], margin: { top: 8, right: 16, left: 8 } };
  const parts = (
    <>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey="along" {...AXIS} minTickGap={16} tickFormatter={placed} />
      <YAxis {...AXIS} width={72} tickFormatter={measured} />
      {tooltip}
      <Legend />
    </>
  );
  const measures = series.map(({ key, name }, index) => ({
    dataKey: key,
    name,
    isAnimationActive: false,
    colour: colourOf(index),
  }));
  if (choice.shape === 'bar')
    return (
      <BarChart {...plane}>
        {parts}
        {measures.map(({ colour, ...measure }) => (
          <Bar key={measure.dataKey} {...measure} fill={colour} />
        ))}
      </BarChart>
    );
  if (choice.shape === 'area')
    return (
      <AreaChart {...plane}>
        {parts}
        {measures.map(({ colour, ...measure }) => (
          <Area key={measure.dataKey} {...measure} stroke={colour} fill={colour} fillOpacity={0.25} />
        ))}
      </AreaChart>
    );
  // Points are a line without its strokes.
  const isPoints = choice.shape === 'point';
  return (
    <LineChart {...plane}>
      {parts}
      {measures.map(({ colour, ...measure }) => (
        <Line
          key={measure.dataKey}
          {...measure}
          stroke={colour}
          strokeWidth={isPoints ? 0 : 1.5}
          dot={isPoints ? { r: 4, fill: colour, strokeWidth: 0 } : false}
          {...(isPoints && { legendType: 'circle' as const })}
        />
      ))}
    </LineChart>
  );
}
