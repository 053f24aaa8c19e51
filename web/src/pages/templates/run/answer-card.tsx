import { HeadgateError } from '@headgate/client';
import { type ReactNode, useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button, LinkButton } from '../../../ui/button';
import { CopyButton } from '../../../ui/copy-button';
import { Card, Row, Stack } from '../../../ui/layout';
import { Badge, Notice, Problem } from '../../../ui/notice';
import styles from '../templates.module.css';
import { FeedbackDialog } from './feedback-dialog';
import { KeptBack } from '../../data-sources/query/kept-back';
import { Restricted } from '../../data-sources/query/restricted';
import { RowsTable } from './rows-table';
import { STEPS, type Step, failedStep, particularsOf } from './steps';
import { texts } from './texts';
import type { Answer } from './use-execution';

interface AnswerProps {
  readonly answer: Answer | undefined;
  readonly error: Error | null;
  readonly source: number;
  readonly organization: number;
}

/** How an execution went, step by step: question, SQL, guard, rows. */
export function AnswerCard({ answer, error, source, organization }: AnswerProps) {
  const t = useTexts(texts);
  const { question, execution } = particularsOf(error);
  const kept = useRead(
    '/api/v1/query-executions/{execution_id}',
    { params: { path: { execution_id: execution ?? 0 } } },
    { enabled: execution !== null },
  );
  const failed = error === null ? null : failedStep(error);
  const sql = answer?.sql ?? (execution === null ? null : (kept.data?.query_execution.sql ?? null));
  const content: Readonly<Record<Step, ReactNode>> = {
    stepQuestion: <Text text={answer?.rendered_text ?? question ?? kept.data?.query_execution.question ?? null} />,
    stepSql: <Sql sql={sql} answer={answer} />,
    stepGuard: answer === undefined ? null : <p>{t.allowed}</p>,
    stepRows: answer === undefined ? null : <Found answer={answer} source={source} organization={organization} />,
  };
  return (
    <Card title={t.answer}>
      <ol className={styles['steps']}>
        {STEPS.map((step, index) => {
          const isBehind = failed !== null && index > STEPS.indexOf(failed);
          const state = step === failed ? 'failed' : isBehind ? 'waiting' : 'done';
          return (
            <li key={step} className={styles['step']} data-state={state}>
              <Stack>
                <Row>
                  <h3>{t[step]}</h3>
                  <Badge tone={state === 'failed' ? 'bad' : state === 'done' ? 'good' : 'info'}>{t[state]}</Badge>
                </Row>
                {!isBehind && <span>{content[step]}</span>}
                {step === failed && error !== null && <Failure error={error} source={source} />}
              </Stack>
            </li>
          );
        })}
      </ol>
      {answer !== undefined && <Verdict execution={answer.execution_id} />}
    </Card>
  );
}

function Text({ text }: { readonly text: string | null }) {
  return text === null ? null : <p className={styles['text']}>{text}</p>;
}

function Sql({ sql, answer }: { readonly sql: string | null; readonly answer: Answer | undefined }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (sql === null) return null;
  const model = answer?.model ?? null;
  return (
    <>
      <pre className={styles['text']}>{sql}</pre>
      <Row>
        <CopyButton value={sql} />
        {model !== null && (
          <span className={styles['soft']}>{t.byModel(model.name, number(model.input_tokens), number(model.output_tokens))}</span>
        )}
      </Row>
      {model !== null && model.explanation !== null && <p>{model.explanation}</p>}
    </>
  );
}

interface FoundProps extends Pick<AnswerProps, 'source' | 'organization'> {
  readonly answer: Answer;
}

function Found({ answer: { result, sql }, source, organization }: FoundProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (result === null) return <p>{t.notRun}</p>;
  return (
    <>
      <p className={styles['soft']}>{t.rowsFound(number(result.row_count), number(result.duration_ms))}</p>
      <Restricted by={result.restrictions} source={source} />
      <RowsTable found={result} origin={{ source, organization, sql }} />
    </>
  );
}

/** Why it ended here, and the step that helps. */
function Failure({ error, source }: { readonly error: Error; readonly source: number }) {
  const t = useTexts(texts);
  const code = error instanceof HeadgateError ? error.code : null;
  const { reason, violations, policies } = particularsOf(error);
  const place = `/data-sources/${source}`;
  if (code === 'MODEL_NOT_CONFIGURED') {
    const editor: string = `${place}/query`;
    return (
      <Notice tone="warning">
        <strong>{t.noModelTitle}</strong>
        <p>{t.noModel}</p>
        <div>
          <LinkButton to={editor} look="primary">
            {t.editor}
          </LinkButton>
        </div>
      </Notice>
    );
  }
  const schema: string = `${place}/schema`;
  return (
    <>
      <Problem error={error} />
      {reason !== null && <p>{t.said(reason)}</p>}
      {violations.length > 0 && (
        <ul>
          {violations.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <KeptBack policies={policies} isPossible={false} source={source} />
      {code === 'SCHEMA_NOT_DISCOVERED' && (
        <Row>
          <LinkButton to={schema}>{t.toSchema}</LinkButton>
        </Row>
      )}
    </>
  );
}

/** The person who ran it may judge it: both need the same permission. */
function Verdict({ execution }: { readonly execution: number }) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  return (
    <Row>
      <span>{t.isRight}</span>
      <Button onClick={() => setOpen(true)}>{t.judge}</Button>
      <FeedbackDialog execution={isOpen ? execution : null} onClose={() => setOpen(false)} />
    </Row>
  );
}
