import { isError, unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { TextArea } from '../../../ui/field';
import { Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import type { Execution } from './execution';
import { Violations } from './violations';

const texts = catalogue(
  {
    title: 'Did the statement answer the question?',
    right: 'Yes, it was right',
    wrong: 'No, it was not',
    corrected: 'What it should have been (optional)',
    hint: 'A question with the right statement becomes an example for later questions.',
    send: 'Send feedback',
    thanks: 'Thank you; the feedback is recorded.',
  },
  {
    title: 'Hat die Anweisung die Frage beantwortet?',
    right: 'Ja, sie war richtig',
    wrong: 'Nein, war sie nicht',
    corrected: 'Wie sie hätte lauten sollen (freiwillig)',
    hint: 'Eine Frage mit richtiger Anweisung dient späteren Fragen an diese Datenquelle als Beispiel.',
    send: 'Rückmeldung senden',
    thanks: 'Danke, die Rückmeldung ist festgehalten.',
  },
);

interface Said {
  readonly right: boolean;
  readonly corrected: string;
}

/** Whether a statement that a model wrote was right, or what it should have been. */
export function Feedback({ execution }: { readonly execution: Execution }) {
  const t = useTexts(texts);
  // It may hold other people's data, so no store of the browser gets it.
  const draft = useDraft(`feedback ${execution.id}`, execution.sql ?? '', { isOfPage: true });
  const corrected = draft.value;
  const [isWrong, setWrong] = useState(draft.isRestored);
  const give = useAction(
    async ({ right, corrected: sql }: Said) =>
      unwrap(
        await headgate.PUT('/api/v1/query-executions/{execution_id}/feedback', {
          params: { path: { execution_id: execution.id } },
          body: { right, ...(!right && sql.trim() !== '' && sql !== execution.sql && { corrected_sql: sql }) },
        }),
      ),
    { onDone: draft.discard },
  );
  if (give.result !== undefined) return <Notice tone="good">{t.thanks}</Notice>;
  const wasAnswered = execution.outcome === 'generated' || execution.outcome === 'succeeded';
  return (
    <Stack>
      <h3>{t.title}</h3>
      <Row>
        {wasAnswered && (
          <Button isBusy={give.isRunning} onClick={() => give.run({ right: true, corrected: '' })}>
            {t.right}
          </Button>
        )}
        <Button aria-expanded={isWrong} onClick={() => setWrong(!isWrong)}>
          {t.wrong}
        </Button>
      </Row>
      {isWrong && (
        <>
          <TextArea label={t.corrected} hint={t.hint} value={corrected} onChange={({ target }) => draft.change(target.value)} />
          <Restored of={draft} />
          <div>
            <Button isBusy={give.isRunning} onClick={() => give.run({ right: false, corrected })}>
              {t.send}
            </Button>
          </div>
        </>
      )}
      {isError(give.error, 'QUERY_REJECTED') ? (
        <Notice tone="bad">
          <p>{give.error.message}</p>
          <Violations sql={corrected} violations={give.error.violations} onPlace={() => undefined} />
        </Notice>
      ) : (
        <Problem error={give.error} />
      )}
    </Stack>
  );
}
