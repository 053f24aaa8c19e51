import { useNavigate } from '@tanstack/react-router';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { usePageOf, usePlace } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import type { Source } from '../engines';
import { TONES } from './execution';
import { ExecutionDialog } from './execution-dialog';
import { texts as words } from './execution-texts';
import styles from './query.module.css';
import { EXECUTIONS } from './run';

const texts = catalogue(
  {
    caption: 'What this data source was asked',
    when: 'When',
    statement: 'Statement',
    outcome: 'Outcome',
    rows: 'Rows',
    emptyTitle: 'Nothing has been asked yet',
    empty: 'This list shows every statement that people or templates run here, with its outcome. Its rows are not ' + 'kept.',
    noStatement: 'no statement',
  },
  {
    caption: 'Was diese Datenquelle gefragt wurde',
    when: 'Wann',
    statement: 'Anweisung',
    outcome: 'Ausgang',
    rows: 'Zeilen',
    emptyTitle: 'Noch wurde nichts gefragt',
    empty: 'Jede Anweisung von Hand oder aus einer Vorlage steht hier mit ihrem Ausgang. Ihre Zeilen werden nicht aufbewahrt.',
    noStatement: 'keine Anweisung',
  },
);

interface HistoryProps {
  readonly source: Source;
  readonly onStatement: (sql: string) => void;
}

/** Statements of the past, newest first, a page at a time. */
export function History({ source, onStatement }: HistoryProps) {
  const t = useTexts({ en: { ...words.en, ...texts.en }, de: { ...words.de, ...texts.de } });
  const { instant, number } = useFormats();
  const page = usePageOf();
  const navigate = useNavigate({ from: '/data-sources/$source/query' });
  const [open, show] = usePlace('execution');
  const read = useRead(EXECUTIONS, { params: { path: { data_source_id: source.id }, query: { page, limit: 20 } } });
  return (
    <>
      <Shown of={read}>
        {({ query_executions, pagination }) =>
          pagination.total === 0 ? (
            <Empty title={t.emptyTitle}>{t.empty}</Empty>
          ) : (
            <>
              <Table
                caption={t.caption}
                rows={query_executions}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: t.when,
                    cell: (execution) => (
                      <button type="button" className={styles['opener']} aria-haspopup="dialog" onClick={() => show(execution.id)}>
                        {instant(execution.started_at)}
                      </button>
                    ),
                  },
                  {
                    title: t.statement,
                    cell: ({ sql }) => <code className={styles['clipped']}>{sql?.slice(0, 200) ?? t.noStatement}</code>,
                  },
                  { title: t.outcome, cell: ({ outcome }) => <Badge tone={TONES[outcome]}>{t[outcome]}</Badge> },
                  { title: t.rows, cell: ({ row_count }) => row_count !== null && number(row_count) },
                ]}
              />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
      {open !== undefined && (
        <ExecutionDialog
          execution={open}
          source={source}
          onClose={() => show(undefined)}
          onOpenInEditor={(sql) => {
            onStatement(sql);
            void navigate({ search: {} });
          }}
        />
      )}
    </>
  );
}
