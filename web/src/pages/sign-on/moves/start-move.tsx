import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { useOrganizationId } from '../../../session/organization';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { MOVES, PEOPLE } from './reads';
import { texts } from './texts';

interface StartMoveProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onStarted: () => void;
  readonly from: number;
  readonly to: number;
  readonly userIds: readonly number[];
}

export function StartMove(props: StartMoveProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.startTitle} isOpen={props.isOpen} onClose={props.onClose}>
      <StartMoveForm {...props} />
    </Dialog>
  );
}

function StartMoveForm({ onClose, onStarted, from, to, userIds }: StartMoveProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const draft = useDraft('move', { name: '' });
  const start = useAction(
    async () => {
      const body = { name: draft.value.name, from_connection_id: from, to_connection_id: to, user_ids: [...userIds] };
      return unwrap(await headgate.POST(MOVES, { params: { path: { organization_id: organization } }, body }));
    },
    {
      changes: [MOVES, PEOPLE],
      onDone: () => {
        draft.begin();
        onStarted();
        onClose();
      },
    },
  );
  const close = (): void => {
    draft.discard();
    onClose();
  };
  return (
    <Form label={t.startTitle} onSubmit={() => start.run(undefined)}>
      <p>{t.startText(userIds.length, number(userIds.length))}</p>
      <TextField
        isProse
        label={t.name}
        value={draft.value.name}
        required
        error={start.fieldError('name')}
        onChange={({ target }) => draft.patch({ name: target.value })}
      />
      <Restored of={draft} />
      <Problem error={start.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={start.isRunning}>
          {t.start}
        </Button>
      </Actions>
    </Form>
  );
}
