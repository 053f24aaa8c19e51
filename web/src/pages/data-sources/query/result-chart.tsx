import { useState } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { CheckField, SelectField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { type ChartColumn, type Choice, MOST_MARKS, chartColumns, guessOf, keyOf, marksOf } from './chart-data';
import styles from './query.module.css';
import type { ResultColumn, Row as ResultRow } from './sort';

const texts = catalogue(
  {
    shape: 'Kind of chart',
    bar: 'Bars',
    line: 'Lines',
    along: 'Along the axis',
    measures: 'Measures',
    none: 'There is no column of numbers to draw.',
    first: (count: string, all: string) => `The first ${count} of ${all} rows are drawn, in the order of the table.`,
    caption: 'The table below has the same values.',
  },
  {
    shape: 'Art des Diagramms',
    bar: 'Balken',
    line: 'Linien',
    along: 'Entlang der Achse',
    measures: 'Messwerte',
    none: 'Keine Spalte enthält Zahlen, die man zeichnen könnte.',
    first: (count: string, all: string) =>
      `Gezeichnet sind die ersten ${count} von ${all} Zeilen, in der Reihenfolge der Tabelle.`,
    caption: 'Die Tabelle darunter enthält dieselben Werte.',
  },
);

interface ResultChartProps {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly ResultRow[];
}

/** Bars or lines over one column; the table is its text. */
export function ResultChart({ columns, rows }: ResultChartProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const known = chartColumns(columns, rows);
  const [choice, setChoice] = useState(() => guessOf(known));
  if (choice === null) return <Notice>{t.none}</Notice>;
  return (
    <figure className={styles['chart']}>
      <ChartChoice columns={known} choice={choice} onChange={setChoice} />
      <div aria-hidden="true" className={styles['drawing']} data-testid="chart">
        <ResponsiveContainer width="100%" height={320}>
          <Drawing columns={known} choice={choice} rows={rows} />
        </ResponsiveContainer>
      </div>
      <figcaption>
        {rows.length > MOST_MARKS && `${t.first(number(MOST_MARKS), number(rows.length))} `}
        {t.caption}
      </figcaption>
    </figure>
  );
}

const COLOURS = ['var(--accent)', 'var(--good)', 'var(--warning)', 'var(--danger)', 'var(--soft)'] as const;
const AXIS = { stroke: 'var(--soft)', tick: { fill: 'var(--soft)', fontSize: 12 } } as const;
const TOOLTIP = { background: 'var(--raised)', border: '1px solid var(--line)', color: 'var(--text)' } as const;

interface DrawingProps extends ResultChartProps {
  readonly choice: Choice;
}

function Drawing({
  columns,
  rows,
  choice,
  ...size
}: Omit<DrawingProps, 'columns'> & { readonly columns: readonly ChartColumn[] }) {
  const { number } = useFormats();
  const common = {
    ...size,
    data: [...marksOf(rows, choice)],
    accessibilityLayer: false,
    margin: { top: 8, right: 16, left: 8 },
  };
  const parts = (
    <>
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis dataKey="along" {...AXIS} minTickGap={16} />
      <YAxis {...AXIS} width={72} tickFormatter={(value: number) => number(value)} />
      <Tooltip contentStyle={TOOLTIP} cursor={{ fill: 'var(--sunken)' }} isAnimationActive={false} />
      <Legend />
    </>
  );
  const measures = choice.measures.map((measure, index) => ({
    dataKey: keyOf(measure),
    name: columns[measure]?.name ?? '',
    colour: COLOURS[index % COLOURS.length] ?? COLOURS[0],
  }));
  if (choice.shape === 'bar') {
    return (
      <BarChart {...common}>
        {parts}
        {measures.map(({ dataKey, name, colour }) => (
          <Bar key={dataKey} dataKey={dataKey} name={name} fill={colour} isAnimationActive={false} />
        ))}
      </BarChart>
    );
  }
  return (
    <LineChart {...common}>
      {parts}
      {measures.map(({ dataKey, name, colour }) => (
        <Line key={dataKey} dataKey={dataKey} name={name} stroke={colour} dot={false} isAnimationActive={false} />
      ))}
    </LineChart>
  );
}

interface ChartChoiceProps {
  readonly columns: readonly ChartColumn[];
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

function ChartChoice({ columns, choice, onChange }: ChartChoiceProps) {
  const t = useTexts(texts);
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const measured = (index: number, isOn: boolean): readonly number[] =>
    isOn ? [...choice.measures, index] : choice.measures.filter((measure) => measure !== index);
  return (
    <div className={styles['choice']}>
      <SelectField
        label={t.shape}
        value={choice.shape}
        onChange={({ target }) => onChange({ ...choice, shape: target.value as Choice['shape'] })}
      >
        <option value="bar">{t.bar}</option>
        <option value="line">{t.line}</option>
      </SelectField>
      <SelectField
        label={t.along}
        value={choice.along}
        onChange={({ target }) => onChange({ ...choice, along: Number(target.value) })}
      >
        {columns.map(({ index, name }) => (
          <option key={index} value={index}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset>
        <legend>{t.measures}</legend>
        <Row>
          {numbers.map(({ index, name }) => (
            <CheckField
              key={index}
              label={name}
              checked={choice.measures.includes(index)}
              onChange={({ target }) => onChange({ ...choice, measures: measured(index, target.checked) })}
            />
          ))}
        </Row>
      </fieldset>
    </div>
  );
}
