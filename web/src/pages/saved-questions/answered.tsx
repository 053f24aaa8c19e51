import { isError, unwrap } from '@headgate/client';
import { useCallback, useEffect, useLayoutEffect } from 'react';
import { useTexts } from '../../i18n/texts';
import { headgate } from '../../session/client';
import { Button } from '../../ui/button';
import { Row } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { readColumns } from '../data-sources/query/read-columns';
import { Result } from '../data-sources/query/result';
import { useAnswer } from '../data-sources/query/run';
import { RunProblem } from '../data-sources/query/run-problem';
import type { Question } from '../data-sources/query/save-form';
import { choiceNamed } from '../data-sources/query/saved-chart';
import { texts } from './texts';

interface AnsweredProps {
  readonly question: Question;
  readonly onReload: () => void;
  /** Called once there is an answer, a refusal or neither; on a board others wait for it. */
  readonly onEnded?: () => void;
}

/** What the reader's own rights let them see. */
export function Answered({
  question: { id, title, sql, data_source_id, organization_id, chart, version },
  onReload,
  onEnded,
}: AnsweredProps) {
  const t = useTexts(texts);
  const isOnBoard = onEnded !== undefined;
  const { start, cancel, ...run } = useAnswer(
    useCallback(
      async (signal: AbortSignal) =>
        unwrap(
          await headgate.POST('/api/v1/saved-questions/{question_id}/run', {
            params: { path: { question_id: id } },
            body: { version },
            signal,
          }),
        ),
      [id, version],
    ),
  );
  // Before anything is drawn: what offers to run it again comes after that.
  useLayoutEffect(() => start(undefined), [start, version]);
  const hasEnded = !run.isRunning && (run.answer !== undefined || run.error !== null);
  useEffect(() => {
    if (hasEnded) onEnded?.();
  }, [hasEnded, onEnded]);
  if (run.isRunning)
    return (
      <Notice>
        <p>{t.running}</p>
        <Row>
          <Button onClick={cancel}>{t.cancel}</Button>
        </Row>
      </Notice>
    );
  if (isError(run.error, 'PRECONDITION_FAILED'))
    return (
      <Notice tone="warning">
        <p>{t.changedSince}</p>
        <Row>
          <Button onClick={onReload}>{t.reload}</Button>
        </Row>
      </Notice>
    );
  return (
    <>
      <RunProblem error={run.error} sql={sql ?? ''} source={data_source_id} />
      {run.answer && (
        <Result
          key={`${run.answer.execution_id} ${version}`}
          answer={run.answer}
          source={data_source_id}
          origin={{ source: data_source_id, organization: organization_id, sql }}
          isInAddress={!isOnBoard}
          name={title}
          {...(isOnBoard && { label: t.answerTo(title) })}
          chart={choiceNamed(chart, readColumns(run.answer.columns, run.answer.rows, []))}
        />
      )}
      <Row>
        <Button {...(isOnBoard && { 'aria-label': t.againOf(title) })} onClick={() => start(undefined)}>
          {t.again}
        </Button>
      </Row>
    </>
  );
}
