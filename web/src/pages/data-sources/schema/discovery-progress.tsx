import { unwrap } from '@headgate/client';
import { type ReactNode, useEffect } from 'react';
import { useFormats } from '../../../i18n/formats';
import { plural } from '../../../i18n/plural';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, reading } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Notice, Problem } from '../../../ui/notice';
import { OF_SCHEMA } from './relation';
import styles from './schema.module.css';
import { queries, useQuery } from '../../../session/queries';

const texts = catalogue(
  {
    waiting: 'Waiting for its turn …',
    counting: (tables: string) => `Reading the schema: ${tables} ${plural('en', tables, { one: 'table', other: 'tables' })} so far.`,
    running: (done: string, total: string, tables: string) =>
      `Reading the schema: ${done} of ${total} ${plural('en', total, { one: 'schema', other: 'schemas' })}, ${tables} ${plural('en', tables, { one: 'table', other: 'tables' })} so far.`,
    progress: 'Progress of the discovery',
    cancel: 'Cancel discovery',
    left: (people: string) => `You no longer wait for it. It continues for others (${people}).`,
    cancelled: 'The discovery was cancelled. The earlier schema is kept.',
    completed: (tables: string, columns: string, seconds: string) => `Done in ${seconds} s. Tables read: ${tables}, columns: ${columns}.`,
    close: 'Close',
  },
  {
    waiting: 'Die Erfassung wartet, bis sie an der Reihe ist …',
    counting: (tables: string) =>
      `Das Schema wird gelesen: bisher ${tables} ${plural('de', tables, { one: 'Tabelle', other: 'Tabellen' })}.`,
    running: (done: string, total: string, tables: string) =>
      `Das Schema wird gelesen: ${done} von ${total} ${plural('de', total, { one: 'Schema', other: 'Schemata' })}, bisher ${tables} ${plural('de', tables, { one: 'Tabelle', other: 'Tabellen' })}.`,
    progress: 'Fortschritt der Erfassung',
    cancel: 'Erfassung abbrechen',
    left: (people: string) => `Sie warten nicht darauf. Sie läuft für andere weiter, ${people} an der Zahl.`,
    cancelled: 'Die Erfassung wurde abgebrochen. Das frühere Schema bleibt erhalten.',
    completed: (tables: string, columns: string, seconds: string) =>
      `Fertig in ${seconds} s. Gelesene Tabellen: ${tables}, Spalten: ${columns}.`,
    close: 'Schließen',
  },
);

const DISCOVERY = '/api/v1/data-sources/{data_source_id}/discoveries/{discovery_id}';

type Attempt = Read<typeof DISCOVERY>['discovery'];

const isOpen = ({ state }: Attempt): boolean => state === 'waiting' || state === 'running';

interface ProgressProps {
  readonly source: number;
  readonly discovery: number;
  readonly onClosed: () => void;
}

/** Follows a discovery until it ends. While the tab is hidden, it asks nothing. */
export function DiscoveryProgress({ source, discovery, onClosed }: ProgressProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const path = { data_source_id: source, discovery_id: discovery };
  const read = useQuery({
    ...reading(DISCOVERY, { params: { path } }),
    // A failed read is not repeated automatically: a discovery that is gone stays gone.
    refetchInterval: ({ state: { data, error } }) => (error === null && (data === undefined || isOpen(data.discovery)) ? 1000 : false),
  });
  const attempt = read.data?.discovery;
  const state = attempt?.state;
  useEffect(() => {
    if (state !== 'completed') return;
    for (const path of OF_SCHEMA) void queries.invalidateQueries({ queryKey: [path] });
  }, [state]);
  const cancel = useAction(async () => unwrap(await headgate.DELETE(DISCOVERY, { params: { path } })), {
    changes: [DISCOVERY],
  });
  return (
    <>
      {attempt !== undefined && isOpen(attempt) && (
        <Running attempt={attempt}>
          {attempt.awaited_by_you || attempt.people_waiting === 0 ? (
            <Button isBusy={cancel.isRunning} onClick={() => cancel.run(undefined)}>
              {t.cancel}
            </Button>
          ) : (
            <>
              <p role="status">{t.left(number(attempt.people_waiting))}</p>
              <Button onClick={onClosed}>{t.close}</Button>
            </>
          )}
        </Running>
      )}
      {attempt !== undefined && !isOpen(attempt) && <Ended attempt={attempt} onClosed={onClosed} />}
      {read.error !== null && (
        <>
          <Problem error={read.error} onRetry={() => void read.refetch()} />
          {(attempt === undefined || isOpen(attempt)) && (
            <div>
              <Button onClick={onClosed}>{t.close}</Button>
            </div>
          )}
        </>
      )}
      <Problem error={cancel.error} />
    </>
  );
}

function Running({ attempt, children }: { readonly attempt: Attempt; readonly children: ReactNode }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { schemas_done: done, schemas_total: total, tables_seen } = attempt.progress;
  const tables = number(tables_seen);
  const sentence = total === null ? t.counting(tables) : t.running(number(done), number(total), tables);
  return (
    <div className={styles['progress']}>
      <p role="status">{attempt.state === 'waiting' ? t.waiting : sentence}</p>
      <progress aria-label={t.progress} {...(total !== null && { value: done, max: Math.max(total, 1) })} />
      {children}
    </div>
  );
}

function Ended({ attempt, onClosed }: { readonly attempt: Attempt; readonly onClosed: () => void }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const { state, error, result } = attempt;
  return (
    <Notice tone={state === 'completed' ? 'good' : state === 'failed' ? 'bad' : 'warning'}>
      {state === 'failed' && <p>{error?.message}</p>}
      {state === 'cancelled' && <p>{t.cancelled}</p>}
      {result !== null && (
        <p>{t.completed(number(result.total_tables), number(result.total_columns), number(result.discovery_duration_ms / 1000))}</p>
      )}
      <div>
        <Button onClick={onClosed}>{t.close}</Button>
      </div>
    </Notice>
  );
}
