import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { useOrganizationId } from '../../session/organization';
import { Button } from '../../ui/button';
import { Actions, Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Problem } from '../../ui/notice';
import { Restored } from '../../ui/unsaved';
import { ChosenMember, MemberChoice } from '../data-policies/member-choice';
import { texts } from './exemption-texts';
import { EXEMPTIONS, OLD_AFTER_AN_EXEMPTION } from './reads';

interface ExemptionDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ExemptionDialog(props: ExemptionDialogProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.exemptTitle} isOpen={props.isOpen} onClose={props.onClose}>
      <ExemptionForm onClose={props.onClose} />
    </Dialog>
  );
}

interface Begun {
  readonly member: number | null;
  readonly reason: string;
  readonly until: string;
}

const NOTHING: Begun = { member: null, reason: '', until: '' };

function ExemptionForm({ onClose }: Pick<ExemptionDialogProps, 'onClose'>) {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const draft = useDraft<Begun>('exemption', NOTHING);
  const { member, reason, until } = draft.value;
  const grant = useAction(
    async () => {
      // The field is in the browser's own zone, the API takes UTC.
      const body = { user_id: member ?? 0, reason, expires_at: new Date(until).toISOString() };
      return unwrap(await headgate.POST(EXEMPTIONS, { params: { path: { organization_id: organization } }, body }));
    },
    {
      changes: OLD_AFTER_AN_EXEMPTION,
      onDone: () => {
        draft.begin();
        onClose();
      },
    },
  );
  const close = (): void => {
    draft.discard();
    onClose();
  };
  if (member === null) return <MemberChoice organization={organization} onChoose={(chosen) => draft.patch({ member: chosen })} />;
  return (
    <Form label={t.exemptTitle} onSubmit={() => grant.run(undefined)}>
      <ChosenMember organization={organization} member={member} onLeave={() => draft.patch({ member: null })} />
      <TextField
        isProse
        label={t.reason}
        hint={t.reasonHint}
        value={reason}
        required
        minLength={10}
        maxLength={500}
        error={grant.fieldError('reason')}
        onChange={({ target }) => draft.patch({ reason: target.value })}
      />
      <TextField
        label={t.until}
        hint={t.untilHint}
        type="datetime-local"
        value={until}
        required
        error={grant.fieldError('expires_at')}
        onChange={({ target }) => draft.patch({ until: target.value })}
      />
      <Restored of={draft} />
      <Problem error={grant.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={grant.isRunning}>
          {t.exempt}
        </Button>
      </Actions>
    </Form>
  );
}
