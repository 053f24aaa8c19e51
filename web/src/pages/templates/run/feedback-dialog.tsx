import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { Shown } from '../../../ui/notice';
import { Feedback } from '../../data-sources/query/feedback';
import { texts } from './texts';

interface FeedbackProps {
  /** Nothing while it is closed. */
  readonly execution: number | null;
  readonly onClose: () => void;
}

export function FeedbackDialog({ execution, onClose }: FeedbackProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.judge} isOpen={execution !== null} onClose={onClose}>
      {execution !== null && <Judged key={execution} id={execution} />}
      <Actions>
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </Dialog>
  );
}

function Judged({ id }: { readonly id: number }) {
  const kept = useRead('/api/v1/query-executions/{execution_id}', { params: { path: { execution_id: id } } });
  return <Shown of={kept}>{({ query_execution: execution }) => <Feedback execution={execution} />}</Shown>;
}
