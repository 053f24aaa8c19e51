import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { ApprovalField, useIsOwner } from './approval-field';
import { type Approval, type NewScimToken, SCIM_TOKENS } from './read-tokens';
import { texts } from './texts';

const DAYS = [90, 180, 365] as const;

interface IssueProps {
  readonly organization: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (token: NewScimToken) => void;
}

export function IssueToken(props: IssueProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.issue} isOpen={props.isOpen} onClose={props.onClose}>
      <IssueForm {...props} />
    </Dialog>
  );
}

interface Begun {
  readonly name: string;
  readonly days: number | null;
  readonly approval: Approval | null;
}

function IssueForm({ organization, onClose, onMade }: IssueProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const isOwner = useIsOwner(organization);
  const draft = useDraft<Begun>('token', { name: '', days: null, approval: null });
  const { name, days, approval } = draft.value;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const issue = useAction(
    async () => {
      const made = unwrap(
        await headgate.POST(SCIM_TOKENS, {
          params: { path: { org_id: organization } },
          body: {
            name: name.trim(),
            ...(days !== null && { expires_at: inDays(days) }),
            ...(approval !== null && { approved_up_to: approval }),
          },
        }),
      );
      // Handed on here, so that no cache of what was done keeps the secret.
      onMade(made.scim_token);
    },
    { changes: [SCIM_TOKENS], onDone: close },
  );
  return (
    <Form onSubmit={() => issue.run(undefined)}>
      <TextField
        isProse
        label={t.name}
        required
        hint={t.nameHint}
        error={issue.fieldError('name')}
        value={name}
        onChange={({ target }) => draft.patch({ name: target.value })}
      />
      <SelectField
        label={t.expiry}
        value={days ?? ''}
        onChange={({ target }) => draft.patch({ days: target.value === '' ? null : Number(target.value) })}
      >
        <option value="">{t.expiryNever}</option>
        {DAYS.map((one) => (
          <option key={one} value={one}>
            {t.expiryDays(number(one))}
          </option>
        ))}
      </SelectField>
      {isOwner && <ApprovalField value={approval} onChange={(next) => draft.patch({ approval: next })} isOptional />}
      <Restored of={draft} />
      <Problem error={issue.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={issue.isRunning}>
          {t.issue}
        </Button>
      </Actions>
    </Form>
  );
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
