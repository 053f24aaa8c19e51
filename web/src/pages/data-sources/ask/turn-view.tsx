import { useEffect, useRef } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { later } from '../../../ui/later';
import { Notice } from '../../../ui/notice';
import type { Source } from '../engines';
import { KeepPair } from '../knowledge/keep-pair';
import styles from './ask.module.css';
import { Clarified } from './clarified';
import { Attempts } from './statement-view';
import { ToldTables } from './told-tables';
import type { Chart, Rows, Turn } from './turn';
import { TurnProblem } from './turn-problem';
import { type Choice, chartColumns } from '../query/chart-data';
import { readColumns } from '../query/read-columns';
import { Sentence } from './sentence';

/** Loaded with the first rows. */
const Result = later(async () => (await import('../query/result')).Result);

const texts = catalogue(
  {
    rows: (question: string) => `Rows for: ${question}`,
    sent: 'The question is on its way …',
    discovering: 'Reading the schema of the data source first. This is quicker next time …',
    writing: 'The model writes a statement …',
    checking: 'The statement is checked …',
    correcting: 'The statement was refused. The model is correcting it …',
    running: 'The statement runs at the data source …',
    saying: 'The rows are put into words …',
    stopped: 'Stopped, at the data source too.',
    counted: 'This sentence only counts the rows, because the model’s own did not match them.',
  },
  {
    rows: (question: string) => `Zeilen zu: ${question}`,
    sent: 'Die Frage ist unterwegs …',
    discovering: 'Zuerst wird das Schema der Datenquelle gelesen. Beim nächsten Mal geht es schneller …',
    writing: 'Das Modell schreibt eine Anweisung …',
    checking: 'Die Anweisung wird geprüft …',
    correcting: 'Die Anweisung wurde abgelehnt. Das Modell verbessert sie …',
    running: 'Die Anweisung läuft an der Datenquelle …',
    saying: 'Die Zeilen werden in Worte gefasst …',
    stopped: 'Angehalten, auch an der Datenquelle.',
    counted: 'Dieser Satz zählt nur die Zeilen, denn was das Modell sagte, passte nicht zu ihnen.',
  },
);

type Step = 'sent' | 'discovering' | 'writing' | 'checking' | 'correcting' | 'running' | 'saying';

/** What is going on, for those who wait. */
function stepOf({ executionId, isDiscovering, tables, attempts, rows }: Turn): Step {
  const last = attempts.at(-1);
  if (rows !== null) return 'saying';
  if (last !== undefined) return last.verdict === null ? 'checking' : last.verdict.allowed ? 'running' : 'correcting';
  if (isDiscovering) return 'discovering';
  return executionId === null && tables === null ? 'sent' : 'writing';
}

interface TurnViewProps {
  readonly source: Source;
  readonly turn: Turn;
  /** For the last turn: takes a choice if the model asks back. */
  readonly onChoose: ((question: string) => void) | null;
}

/** A question and its answer, as far as it has come: what is said first, then its rows, then how it was found. */
export function TurnView({ source, turn, onChoose }: TurnViewProps) {
  const t = useTexts(texts);
  const may = usePermissions(source.organization_id, source.workspace_id);
  const heading = useRef<HTMLHeadingElement>(null);
  const { question, rows, sentence, clarification, state, error } = turn;
  const sql = turn.attempts.at(-1)?.sql;
  useEffect(() => {
    // As the answer grows there is room to scroll it up. A person who is reading something else keeps their place.
    const top = heading.current?.getBoundingClientRect().top ?? -1;
    if (state === 'running' || (top > 0 && top < window.innerHeight)) heading.current?.scrollIntoView({ block: 'start' });
  }, [state]);
  useEffect(() => {
    // A button that asked disappears with its question, so the focus moves here. A person who typed it keeps typing.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <article className={styles['turn']} data-state={state} data-testid="turn">
      <h2 ref={heading} tabIndex={-1}>
        {question}
      </h2>
      {sentence !== null && (
        <div className={styles['sentence']}>
          <Sentence
            text={sentence.text}
            rows={rows}
            origin={sql === undefined ? undefined : { source: source.id, organization: source.organization_id, sql }}
          />
          {sentence.by === 'service' && <p className={styles['soft']}>{t.counted}</p>}
        </div>
      )}
      {state === 'running' && sentence === null && <p className={styles['step']}>{t[stepOf(turn)]}</p>}
      {clarification !== null && <Clarified of={clarification} onChoose={onChoose} />}
      {state === 'stopped' && <Notice tone="warning">{t.stopped}</Notice>}
      <TurnProblem error={error} source={source} />
      {/* The region around announces the sentence. A hundred rows are too long to read aloud; a person can move there. */}
      <div className={styles['found']} aria-live="off">
        {rows !== null && (
          <Result
            answer={{ ...rows, execution_id: turn.executionId ?? 0 }}
            name={question}
            label={t.rows(question)}
            chart={choiceOf(turn.chart, rows)}
            savable={sql === undefined ? undefined : { source: source.id, organization: source.organization_id, sql, question }}
          />
        )}
        <Attempts source={source.id} question={question} attempts={turn.attempts} />
        {state === 'answered' && rows !== null && turn.executionId !== null && may('query.verify') && (
          <KeepPair source={source.id} execution={turn.executionId} question={question} statement={turn.attempts.at(-1)?.sql ?? ''} />
        )}
        {turn.tables !== null && <ToldTables source={source.id} tables={turn.tables} />}
      </div>
    </article>
  );
}

/** A suggestion as the chart of the workbench takes it; `null` if it could not draw it. */
function choiceOf(chart: Chart | null, { columns, rows }: Rows): Choice | null {
  if (chart === null) return null;
  const known = chartColumns(readColumns(columns, rows, []));
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
