import { useRef, useState } from 'react';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Card } from '../../../ui/layout';
import { later } from '../../../ui/later';
import { Notice } from '../../../ui/notice';
import type { Source } from '../engines';
import { useKnownRelations } from './known-relations';
import styles from './query.module.css';
import type { Run } from './run';
import { RunProblem } from './run-problem';
import type { EditorHandle } from './sql-editor';
import { useVerdict } from './verdict';
import { VerdictLine } from './verdict-line';

/** Loaded with the first rows. */
const Result = later(async () => (await import('./result')).Result);

/** The editor is larger than everything else on these pages together. */
const SqlEditor = later(async () => (await import('./sql-editor')).SqlEditor);

const texts = catalogue(
  {
    statement: 'Statement',
    editor: 'SQL statement. Escape, then Tab leaves the editor.',
    run: 'Run',
    cancel: 'Cancel query',
    running: 'The statement runs at the data source …',
    cancelled: 'The query was cancelled at the data source too.',
    rows: 'Row limit',
    seconds: 'Time limit',
    ofSeconds: (count: string) => `${count} ${plural('en', count, { one: 'second', other: 'seconds' })}`,
  },
  {
    statement: 'Anweisung',
    editor: 'SQL-Anweisung. Escape, dann Tab verlässt den Editor.',
    run: 'Ausführen',
    cancel: 'Abfrage abbrechen',
    running: 'Die Anweisung läuft an der Datenquelle …',
    cancelled: 'Die Abfrage wurde abgebrochen, auch an der Datenquelle.',
    rows: 'Zeilen höchstens',
    seconds: 'Zeit höchstens',
    ofSeconds: (count: string) => `${count} ${plural('de', count, { one: 'Sekunde', other: 'Sekunden' })}`,
  },
);

const ROWS = [100, 500, 1000];
const SECONDS = [10, 30, 60];
const NOTHING_WRONG: readonly never[] = [];

interface WorkbenchProps {
  readonly source: Source;
  readonly run: Run;
  readonly sql: string;
  readonly onSql: (sql: string) => void;
}

/** A statement, the guard's verdict, and its rows. */
export function Workbench({ source, run, sql, onSql }: WorkbenchProps) {
  const t = useTexts(texts);
  const editor = useRef<EditorHandle>(null);
  const [maxRows, setMaxRows] = useState(100);
  const [seconds, setSeconds] = useState(10);
  const known = useKnownRelations(source.id);
  const verdict = useVerdict(source.id, sql);
  const start = (): void => {
    if (sql.trim() !== '' && !run.isRunning) run.start({ sql, maxRows, timeoutMs: seconds * 1000 });
  };
  const goTo = (position: number): void => editor.current?.goTo(position);
  return (
    <>
      <Card title={t.statement}>
        <SqlEditor
          ref={editor}
          label={t.editor}
          engine={source.engine}
          initial={sql}
          onChange={onSql}
          onRun={start}
          known={known}
          violations={verdict.data?.violations ?? NOTHING_WRONG}
        />
        <VerdictLine sql={sql} verdict={verdict} onPlace={goTo} />
        <div className={styles['controls']}>
          <Button look="primary" onClick={start} disabled={sql.trim() === ''} isBusy={run.isRunning}>
            {t.run}
          </Button>
          {run.isRunning && <Button onClick={run.cancel}>{t.cancel}</Button>}
          <SelectField label={t.rows} value={maxRows} onChange={({ target }) => setMaxRows(Number(target.value))}>
            {ROWS.map((count) => (
              <option key={count}>{count}</option>
            ))}
          </SelectField>
          <SelectField label={t.seconds} value={seconds} onChange={({ target }) => setSeconds(Number(target.value))}>
            {SECONDS.map((count) => (
              <option key={count} value={count}>
                {t.ofSeconds(String(count))}
              </option>
            ))}
          </SelectField>
        </div>
      </Card>
      {run.isRunning && <Notice>{t.running}</Notice>}
      {!run.isRunning && run.answer === null && <Notice tone="warning">{t.cancelled}</Notice>}
      {!run.isRunning && <RunProblem error={run.error} sql={sql} onPlace={goTo} />}
      {!run.isRunning && run.answer && (
        <Result
          key={run.answer.execution_id}
          answer={run.answer}
          savable={{ source: source.id, organization: source.organization_id, sql: run.sql, question: null }}
        />
      )}
    </>
  );
}
