import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useMe, usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button, LinkButton } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { Badge, Problem, Shown } from '../../../ui/notice';
import type { Source } from '../engines';
import { KeepPair } from '../knowledge/keep-pair';
import { texts as words } from './execution-texts';
import { Feedback } from './feedback';
import { type Execution, TONES } from './execution';
import styles from './query.module.css';
import { EXECUTIONS } from './run';

const texts = catalogue(
  {
    title: (id: string) => `Execution ${id}`,
    elsewhere: 'This query ran on another data source.',
    there: 'Open it there',
    open: 'Open in the editor',
    close: 'Close',
    cancel: 'Cancel query',
    outcome: 'Outcome',
    error: 'Ended with',
    question: 'Question',
    statement: 'Statement',
    rows: 'Rows',
    truncated: (rows: string) => `${rows}, and there were more`,
    duration: 'Duration',
    milliseconds: (count: string) => `${count} ms`,
    started: 'Begun',
    by: 'Asked by',
    you: 'you',
    person: (id: string) => `account ${id}`,
    model: 'Model',
    usage: (name: string, input: string, output: string) => `${name}, tokens: ${input} in, ${output} out`,
  },
  {
    title: (id: string) => `Ausführung ${id}`,
    elsewhere: 'Diese Abfrage lief an einer anderen Datenquelle.',
    there: 'Dort öffnen',
    open: 'Im Editor öffnen',
    close: 'Schließen',
    cancel: 'Abfrage abbrechen',
    outcome: 'Ausgang',
    error: 'Endete mit',
    question: 'Frage',
    statement: 'Anweisung',
    rows: 'Zeilen',
    truncated: (rows: string) => `${rows}, und es gab mehr`,
    duration: 'Dauer',
    milliseconds: (count: string) => `${count} ms`,
    started: 'Begonnen',
    by: 'Gefragt von',
    you: 'Ihnen',
    person: (id: string) => `Konto ${id}`,
    model: 'Modell',
    usage: (name: string, input: string, output: string) => `${name}, ${input} Token hinein, ${output} heraus`,
  },
);

const EXECUTION = '/api/v1/query-executions/{execution_id}';

interface ExecutionDialogProps {
  readonly execution: number;
  readonly source: Source;
  readonly onClose: () => void;
  readonly onOpenInEditor: (sql: string) => void;
}

/** One statement of the past: its text, its result, and whether it was right. */
export function ExecutionDialog({ execution, ...rest }: ExecutionDialogProps) {
  const t = useTexts(texts);
  // The address may lead to one that the list shows on another page by now.
  const read = useRead(EXECUTION, { params: { path: { execution_id: execution } } });
  return (
    <Dialog title={t.title(String(execution))} isOpen onClose={rest.onClose}>
      <Shown of={read}>
        {({ query_execution: found }) =>
          found.data_source_id === rest.source.id ? (
            <Body execution={found} {...rest} />
          ) : (
            <Elsewhere execution={found} onClose={rest.onClose} />
          )
        }
      </Shown>
    </Dialog>
  );
}

/** Under the title of this page, its statement would seem to be one of this data source. */
function Elsewhere({ execution, onClose }: Pick<BodyProps, 'execution' | 'onClose'>) {
  const t = useTexts(texts);
  const { id, data_source_id: asked } = execution;
  return (
    <>
      <p>{t.elsewhere}</p>
      <Actions>
        {asked !== null && (
          <LinkButton to="/data-sources/$source/query" params={{ source: String(asked) }} search={{ view: 'history', execution: id }}>
            {t.there}
          </LinkButton>
        )}
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </>
  );
}

interface BodyProps extends Omit<ExecutionDialogProps, 'execution'> {
  readonly execution: Execution;
}

function Body({ execution, source, onClose, onOpenInEditor }: BodyProps) {
  const t = useTexts(texts);
  const me = useMe();
  const may = usePermissions(source.organization_id, source.workspace_id);
  const isOwn = String(execution.user_id) === me?.user.id;
  const cancel = useAction(
    async () =>
      unwrap(
        await headgate.DELETE(EXECUTION, {
          params: { path: { execution_id: execution.id } },
        }),
      ),
    { changes: [EXECUTION, EXECUTIONS], onDone: onClose },
  );
  const { sql, outcome } = execution;
  return (
    <>
      <Facts execution={execution} isOwn={isOwn} />
      {execution.withheld !== null && <p>{execution.withheld}</p>}
      {sql !== null && (
        <pre className={styles['statement']} tabIndex={0} aria-label={t.statement}>
          {sql}
        </pre>
      )}
      {execution.question !== null && may(isOwn ? 'template.execute' : 'template.write') && <Feedback execution={execution} />}
      {execution.question !== null && sql !== null && may('query.verify') && (
        <KeepPair source={source.id} execution={execution.id} question={execution.question} statement={sql} />
      )}
      <Problem error={cancel.error} />
      <Actions>
        {outcome === 'running' && (
          <Button onClick={() => cancel.run(undefined)} isBusy={cancel.isRunning}>
            {t.cancel}
          </Button>
        )}
        {sql !== null && (
          <Button look="primary" onClick={() => onOpenInEditor(sql)}>
            {t.open}
          </Button>
        )}
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </>
  );
}

function Facts({ execution, isOwn }: { readonly execution: Execution; readonly isOwn: boolean }) {
  const t = useTexts({ en: { ...words.en, ...texts.en }, de: { ...words.de, ...texts.de } });
  const { instant, number } = useFormats();
  const { outcome, error_code, question, row_count, truncated, duration_ms, started_at, model } = execution;
  const facts = [
    [
      t.outcome,
      <Badge key="outcome" tone={TONES[outcome]}>
        {t[outcome]}
      </Badge>,
    ],
    [t.error, error_code !== null && <code key="error">{error_code}</code>],
    [t.question, question],
    [t.rows, row_count !== null && (truncated === true ? t.truncated(number(row_count)) : number(row_count))],
    [t.duration, duration_ms !== null && t.milliseconds(number(duration_ms))],
    [t.started, instant(started_at)],
    [t.by, isOwn ? t.you : t.person(String(execution.user_id))],
    [t.model, model !== null && t.usage(model.name, number(model.input_tokens), number(model.output_tokens))],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts
        .filter(([, value]) => value !== false && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
