import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { TextArea } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Notice, Problem } from '../../../ui/notice';
import { EXECUTIONS } from '../template';
import { texts } from './texts';

interface FeedbackProps {
  /** Nothing while it is closed. */
  readonly execution: number | null;
  readonly onClose: () => void;
}

export function FeedbackDialog({ execution, onClose }: FeedbackProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.feedbackTitle} isOpen={execution !== null} onClose={onClose}>
      {execution !== null && <Feedback execution={execution} onClose={onClose} />}
    </Dialog>
  );
}

function Feedback({ execution, onClose }: { readonly execution: number; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const [corrected, setCorrected] = useState('');
  const give = useAction(
    async (right: boolean) => {
      const correction = right || corrected.trim() === '' ? {} : { corrected_sql: corrected };
      const init = { params: { path: { execution_id: execution } }, body: { right, ...correction } };
      return unwrap(await headgate.PUT('/api/v1/query-executions/{execution_id}/feedback', init));
    },
    { changes: [EXECUTIONS] },
  );
  if (give.result !== undefined) {
    return (
      <>
        <Notice tone="good">{t.thanks}</Notice>
        <Actions>
          <Button onClick={onClose}>{t.close}</Button>
        </Actions>
      </>
    );
  }
  return (
    <Form onSubmit={() => give.run(false)}>
      <p>{t.feedbackText}</p>
      <TextArea
        label={t.corrected}
        value={corrected}
        error={give.fieldError('corrected_sql')}
        onChange={({ target }) => setCorrected(target.value)}
      />
      <Problem error={give.error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" isBusy={give.isRunning}>
          {t.wrong}
        </Button>
        <Button look="primary" isBusy={give.isRunning} onClick={() => give.run(true)}>
          {t.right}
        </Button>
      </Actions>
    </Form>
  );
}
