import { useRef } from 'react';
import { ResponsiveContainer } from 'recharts';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { CheckField, SelectField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { PictureFiles } from '../../../ui/picture-files';
import { svgOf, xmlOf } from './chart-picture';
import { type ChartColumn, type Choice, MOST_MARKS, SHAPES, chartColumns } from './chart-data';
import { Drawing } from './drawing';
import styles from './query.module.css';
import type { ReadColumn } from './read-columns';
import type { Row as ResultRow } from './sort';

const texts = catalogue(
  {
    shape: 'Kind of chart',
    bar: 'Bars',
    line: 'Lines',
    area: 'Areas',
    point: 'Points',
    arc: 'Pie',
    along: 'Along the axis',
    measures: 'Measures',
    split: 'One for each',
    whole: 'not divided',
    none: 'The result has no column of numbers to draw.',
    first: (count: string, all: string) => `The first ${count} of ${all} rows are drawn, in the order of the table.`,
    caption: 'The table below has the same values.',
  },
  {
    shape: 'Art des Diagramms',
    bar: 'Balken',
    line: 'Linien',
    area: 'Flächen',
    point: 'Punkte',
    arc: 'Kreis',
    along: 'Entlang der Achse',
    measures: 'Messwerte',
    split: 'Je eines für',
    whole: 'nicht aufgeteilt',
    none: 'Keine Spalte enthält Zahlen, die man zeichnen könnte.',
    first: (count: string, all: string) => `Gezeichnet sind die ersten ${count} von ${all} Zeilen, in der Reihenfolge der Tabelle.`,
    caption: 'Die Tabelle darunter enthält dieselben Werte.',
  },
);

interface ResultChartProps {
  readonly columns: readonly ReadColumn[];
  readonly rows: readonly ResultRow[];
  /** `null` if there is nothing to draw. */
  readonly choice: Choice | null;
  readonly onChange: (choice: Choice) => void;
  /** What it answers, and the name of its file. */
  readonly title: string;
  readonly fileName: string;
}

/** One column over another, in one of five shapes; the table is its text. */
export function ResultChart({ columns, rows, choice, onChange, title, fileName }: ResultChartProps) {
  const t = useTexts(texts);
  const drawing = useRef<HTMLDivElement>(null);
  const { number } = useFormats();
  const known = chartColumns(columns);
  if (choice === null) return <Notice>{t.none}</Notice>;
  return (
    <figure className={styles['chart']}>
      <ChartChoice columns={known} choice={choice} onChange={onChange} />
      <div ref={drawing} aria-hidden="true" className={styles['drawing']} data-testid="chart">
        <ResponsiveContainer width="100%" height={320}>
          <Drawing columns={known} choice={choice} rows={rows} />
        </ResponsiveContainer>
      </div>
      <figcaption>
        {rows.length > MOST_MARKS && <span>{`${t.first(number(MOST_MARKS), number(rows.length))} `}</span>}
        <span>{t.caption}</span>
      </figcaption>
      <PictureFiles name={fileName} svg={() => (drawing.current === null ? '' : xmlOf(svgOf(drawing.current, title)))} />
    </figure>
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
  const others = columns.filter(({ index }) => index !== choice.along && !choice.measures.includes(index));
  const measured = (index: number, isOn: boolean): readonly number[] =>
    isOn ? [...choice.measures, index] : choice.measures.filter((measure) => measure !== index);
  return (
    <div className={styles['choice']}>
      <SelectField
        label={t.shape}
        value={choice.shape}
        onChange={({ target }) => onChange({ ...choice, shape: target.value as Choice['shape'] })}
      >
        {SHAPES.map((shape) => (
          <option key={shape} value={shape}>
            {t[shape]}
          </option>
        ))}
      </SelectField>
      <SelectField label={t.along} value={choice.along} onChange={({ target }) => onChange({ ...choice, along: Number(target.value) })}>
        <Columns of={columns} />
      </SelectField>
      {choice.shape !== 'arc' && (others.length > 0 || choice.split !== null) && (
        <SelectField
          label={t.split}
          value={choice.split ?? ''}
          onChange={({ target }) => onChange({ ...choice, split: target.value === '' ? null : Number(target.value) })}
        >
          <option value="">{t.whole}</option>
          <Columns of={columns.filter(({ index }) => index === choice.split || others.some((o) => o.index === index))} />
        </SelectField>
      )}
      <fieldset>
        <legend>{t.measures}</legend>
        <Row>
          {numbers.map(({ index, title }) => (
            <CheckField
              key={index}
              label={title}
              checked={choice.measures.includes(index)}
              onChange={({ target }) => onChange({ ...choice, measures: measured(index, target.checked) })}
            />
          ))}
        </Row>
      </fieldset>
    </div>
  );
}

function Columns({ of }: { readonly of: readonly ChartColumn[] }) {
  return of.map(({ index, title }) => (
    <option key={index} value={index}>
      {title}
    </option>
  ));
}
