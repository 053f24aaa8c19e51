import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { later } from '../../../ui/later';
import { Notice } from '../../../ui/notice';
import { fileNameOf } from '../../../ui/file-name';
import { download } from '../../../ui/secret';
import { useArrangement } from './arrangement';
import { type Choice, chartColumns, guessOf } from './chart-data';
import { csvOf } from './csv';
import { Restricted } from './restricted';
import { ResultTable } from './result-table';
import { RowTools } from './row-tools';
import type { Answer } from './run';
import type { Savable } from './save-question';
import { namedChart } from './saved-chart';
import type { Origin } from './use-catalog';

/** Loaded when there is something to save. */
const SaveQuestion = later(async () => (await import('./save-question')).SaveQuestion, null);

/** Loaded when a person wants a chart. */
const ResultChart = later(async () => (await import('./result-chart')).ResultChart);

const texts = catalogue(
  {
    title: 'Result',
    rows: (count: string, milliseconds: string) => `Rows: ${count}, in ${milliseconds} ms.`,
    none: 'The statement found no rows.',
    truncated:
      'There was more than is shown: rows, bytes, or the rest of a long cell. Sorting, chart and file contain ' + 'only what is here.',
    csv: 'Download CSV',
    chart: 'Show chart',
    noChart: 'Hide chart',
    file: 'result',
  },
  {
    title: 'Ergebnis',
    rows: (count: string, milliseconds: string) => `Zeilen: ${count}, in ${milliseconds} ms.`,
    none: 'Die Anweisung hat keine Zeilen gefunden.',
    truncated:
      'Es gab mehr, als gezeigt wird: Zeilen, Bytes oder den Rest einer langen Zelle. Sortierung, Diagramm und Datei enthalten nur, was hier steht.',
    csv: 'CSV herunterladen',
    chart: 'Diagramm zeigen',
    noChart: 'Diagramm ausblenden',
    file: 'ergebnis',
  },
);

interface ResultProps {
  readonly answer: Answer;
  /** Left out on the pages of a data source. */
  readonly source?: number | undefined;
  /** What was run, so that the catalog can tell of its columns. */
  readonly origin?: Origin | undefined;
  /** Order and pinned column are in the address: a reload brings the rows back. */
  readonly isInAddress?: boolean;
  /** What it answers: files are called so. */
  readonly name?: string;
  /** Its name if several results are on one page. */
  readonly label?: string;
  /** Drawn at once. */
  readonly chart?: Choice | null;
  /** What was run, where it may be saved. */
  readonly savable?: Savable | undefined;
}

/** The rows of a statement: as a table, as a chart, as a file. */
export function Result({ answer, source, origin, isInAddress = false, name = '', label, chart = null, savable }: ResultProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const arrangement = useArrangement(answer, origin ?? savable, isInAddress);
  const [wantsChart, setWantsChart] = useState<boolean | null>(null);
  const hasChart = wantsChart ?? chart !== null;
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { execution_id } = answer;
  const { columns, rows } = arrangement;
  const fileName = fileNameOf(name, `${t.file}-${execution_id}`);
  const choice = hasChart ? (chosen ?? chart ?? guessOf(chartColumns(columns))) : null;
  return (
    <Card
      title={t.title}
      label={label}
      actions={
        <Row>
          {answer.rows.length > 0 && (
            <>
              <Button aria-expanded={hasChart} onClick={() => setWantsChart(!hasChart)}>
                {hasChart ? t.noChart : t.chart}
              </Button>
              <Button onClick={() => download(`${fileName}.csv`, csvOf(columns, rows), 'text/csv;charset=utf-8')}>{t.csv}</Button>
            </>
          )}
          {savable && <SaveQuestion of={savable} chart={choice && namedChart(choice, columns)} />}
        </Row>
      }
    >
      <p role="status">{t.rows(number(answer.row_count), number(answer.duration_ms))}</p>
      <Restricted by={answer.restrictions} source={source} />
      {answer.truncated && <Notice tone="warning">{t.truncated}</Notice>}
      {hasChart && <ResultChart columns={columns} rows={rows} choice={choice} onChange={setChosen} title={name} fileName={fileName} />}
      {answer.rows.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <RowTools of={arrangement} label={label} />
          <ResultTable of={arrangement} label={label} />
        </>
      )}
    </Card>
  );
}
