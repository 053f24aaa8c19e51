import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Restored } from '../../ui/unsaved';
import { useOrganizationId } from '../../session/organization';
import { OLD_AFTER_A_STEP, PEOPLE, WAVES } from './reads';
import { Refusal } from './refusal';
import { texts } from './wave-texts';

interface NewWaveProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The members that were chosen one by one; `null`: a number of those who are ready. */
  readonly userIds: readonly number[] | null;
}

export function NewWave(props: NewWaveProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.newWave} isOpen={props.isOpen} onClose={props.onClose}>
      <NewWaveForm {...props} />
    </Dialog>
  );
}

interface Begun {
  readonly name: string;
  readonly measure: 'limit' | 'percent';
  readonly amount: string;
  readonly grace: string;
}

function NewWaveForm({ onClose, userIds }: NewWaveProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const navigate = useNavigate();
  const draft = useDraft<Begun>('wave', { name: '', measure: 'limit', amount: '5', grace: '24' });
  const { name, measure, amount, grace } = draft.value;
  const path = { organization_id: organization };
  const choice = userIds === null ? { group: 'ready_for_migration' as const, [measure]: Number(amount) } : { user_ids: [...userIds] };
  const create = useAction(
    async () => {
      const body = { name, grace_hours: Number(grace), ...choice };
      return unwrap(await headgate.POST(WAVES, { params: { path }, body }));
    },
    {
      changes: OLD_AFTER_A_STEP,
      onDone: ({ wave }) => {
        draft.begin();
        void navigate({
          to: '/organizations/$organization/migration/waves/$number',
          params: { organization: String(organization), number: String(wave.number) },
        });
      },
    },
  );
  const close = (): void => {
    draft.discard();
    onClose();
  };
  return (
    <Form label={t.newWave} onSubmit={() => create.run(undefined)}>
      <p>{t.noneText}</p>
      <TextField
        isProse
        label={t.name}
        value={name}
        required
        error={create.fieldError('name')}
        onChange={({ target }) => draft.patch({ name: target.value })}
      />
      {userIds === null ? (
        <>
          <ReadyCount />
          <SelectField
            label={t.who}
            value={measure}
            onChange={({ target }) => draft.patch({ measure: target.value === 'percent' ? 'percent' : 'limit' })}
          >
            <option value="limit">{t.byCount}</option>
            <option value="percent">{t.byPercent}</option>
          </SelectField>
          <TextField
            label={measure === 'limit' ? t.howMany : t.percent}
            type="number"
            min={1}
            max={measure === 'limit' ? 100_000 : 100}
            value={amount}
            error={create.fieldError(measure)}
            onChange={({ target }) => draft.patch({ amount: target.value })}
          />
        </>
      ) : (
        <p>{t.chosen(userIds.length, number(userIds.length))}</p>
      )}
      <TextField
        label={t.grace}
        hint={t.graceHint}
        type="number"
        min={0}
        max={168}
        value={grace}
        error={create.fieldError('grace_hours')}
        onChange={({ target }) => draft.patch({ grace: target.value })}
      />
      <Restored of={draft} />
      <Refusal error={create.error} onPlanMade={create.reset} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={create.isRunning}>
          {t.create}
        </Button>
      </Actions>
    </Form>
  );
}

/** How many members there are to choose from at present. */
function ReadyCount() {
  const t = useTexts(texts);
  const { number } = useFormats();
  const query = { group: 'ready_for_migration' as const, page: 1, limit: 1 };
  const ready = useRead(PEOPLE, { params: { path: { organization_id: useOrganizationId() }, query } });
  const total = ready.data?.pagination.total;
  return total === undefined ? null : <p>{t.free(total, number(total))}</p>;
}
