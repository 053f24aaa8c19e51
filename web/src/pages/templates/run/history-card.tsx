import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useMe } from '../../../session/me';
import { useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Button } from '../../../ui/button';
import { Card, Row } from '../../../ui/layout';
import { Badge, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { EXECUTIONS, type Template } from '../template';
import styles from '../templates.module.css';
import { FeedbackDialog } from './feedback-dialog';
import { type Execution, useMayJudge } from './may-judge';
import { texts } from './texts';

interface HistoryProps {
  readonly template: Template;
}

/** Earlier executions, with their question and their result. */
export function HistoryCard({ template }: HistoryProps) {
  const t = useTexts(texts);
  const page = usePageOf();
  const [judged, setJudged] = useState<number | null>(null);
  const executions = useRead(EXECUTIONS, {
    params: { path: { template_id: template.id }, query: { page, limit: 10 } },
  });
  return (
    <Card title={t.history}>
      <Shown of={executions}>
        {({ query_executions: rows, pagination }) =>
          rows.length === 0 ? (
            <p>{t.noHistory}</p>
          ) : (
            <>
              <Rows template={template} rows={rows} onJudge={setJudged} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
      <FeedbackDialog execution={judged} onClose={() => setJudged(null)} />
    </Card>
  );
}

interface RowsProps {
  readonly template: Template;
  readonly rows: readonly Execution[];
  readonly onJudge: (execution: number) => void;
}

function Rows({ template, rows, onJudge }: RowsProps) {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  const me = useMe();
  const mayJudge = useMayJudge(template);
  return (
    <Table
      caption={t.history}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: t.when, isWhen: true, cell: ({ started_at: at }) => instant(at) },
        { title: t.outcome, cell: (execution) => <Outcome of={execution} /> },
        { title: t.values, cell: ({ parameters }) => <Values values={parameters ?? {}} /> },
        { title: t.sql, cell: ({ sql }) => sql !== null && <Statement sql={sql} /> },
        { title: t.rows, cell: ({ row_count: count }) => (count === null ? '' : number(count)) },
        {
          title: t.by,
          cell: ({ user_id: by }) => (String(by) === me?.user.id ? t.you : t.account(by)),
        },
        {
          title: t.judge,
          cell: (execution) =>
            mayJudge(execution) && (
              <Button aria-label={`${t.judge}: ${instant(execution.started_at)}`} onClick={() => onJudge(execution.id)}>
                {t.judge}
              </Button>
            ),
        },
      ]}
    />
  );
}

function Outcome({ of: { outcome, error_code: code } }: { readonly of: Execution }) {
  const t = useTexts(texts);
  const isGood = outcome === 'succeeded' || outcome === 'generated';
  return (
    <Row>
      <Badge tone={isGood ? 'good' : outcome === 'running' ? 'info' : 'bad'}>{outcome === 'running' ? t.runningNow : t[outcome]}</Badge>
      {code !== null && <code>{code}</code>}
    </Row>
  );
}

function Values({ values }: { readonly values: Readonly<Record<string, unknown>> }) {
  return Object.entries(values).map(([name, value]) => (
    <div key={name}>
      <span className={styles['soft']}>{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
    </div>
  ));
}

function Statement({ sql }: { readonly sql: string }) {
  const t = useTexts(texts);
  return (
    <details>
      <summary>{t.details}</summary>
      <pre className={styles['text']}>{sql}</pre>
    </details>
  );
}
