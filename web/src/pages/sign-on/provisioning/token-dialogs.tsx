import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Actions, Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';
import { ApprovalField } from './approval-field';
import { type Approval, type NewScimToken, SCIM_TOKENS, type ScimToken } from './read-tokens';
import { texts } from './texts';

interface DialogProps {
  readonly organization: number;
  /** The token that the dialog is about; closed without one. */
  readonly token: ScimToken | null;
  readonly onClose: () => void;
}

interface OpenProps extends DialogProps {
  readonly token: ScimToken;
}

interface RotateProps extends DialogProps {
  readonly onMade: (token: NewScimToken) => void;
}

export function RotateToken({ token, ...rest }: RotateProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.rotateTitle(token?.name ?? '')} isOpen={token !== null} onClose={rest.onClose}>
      {token !== null && <RotateForm token={token} {...rest} />}
    </Dialog>
  );
}

function RotateForm({ organization, token, onMade, onClose }: RotateProps & OpenProps) {
  const t = useTexts(texts);
  const [hours, setHours] = useState('24');
  const rotate = useAction(
    async () => {
      const made = unwrap(
        await headgate.POST('/api/v1/organizations/{org_id}/scim-tokens/{token_id}/rotate', {
          params: { path: { org_id: organization, token_id: token.id } },
          body: { overlap_hours: Number(hours) },
        }),
      );
      onMade(made.scim_token);
    },
    { changes: [SCIM_TOKENS], onDone: onClose },
  );
  return (
    <Form onSubmit={() => rotate.run(undefined)}>
      <p>{t.rotateText}</p>
      <TextField
        label={t.overlap}
        required
        hint={t.overlapHint}
        type="number"
        min={0}
        max={168}
        error={rotate.fieldError('overlap_hours')}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
      <Problem error={rotate.error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look="danger" isBusy={rotate.isRunning}>
          {t.rotate}
        </Button>
      </Actions>
    </Form>
  );
}

export function ApproveToken({ token, ...rest }: DialogProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.approveTitle(token?.name ?? '')} isOpen={token !== null} onClose={rest.onClose}>
      {token !== null && <ApproveForm token={token} {...rest} />}
    </Dialog>
  );
}

function ApproveForm({ organization, token, onClose }: OpenProps) {
  const t = useTexts(texts);
  const [upTo, setUpTo] = useState<Approval>(token.approved_up_to ?? 'administrator');
  const approve = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/organizations/{org_id}/scim-tokens/{token_id}/approve', {
          params: { path: { org_id: organization, token_id: token.id } },
          body: { up_to: upTo },
        }),
      ),
    { changes: [SCIM_TOKENS], onDone: onClose },
  );
  return (
    <Form onSubmit={() => approve.run(undefined)}>
      <ApprovalField value={upTo} onChange={(value) => setUpTo(value ?? 'administrator')} isOptional={false} />
      <Problem error={approve.error} />
      <Actions>
        <Button onClick={onClose}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={approve.isRunning}>
          {t.approve}
        </Button>
      </Actions>
    </Form>
  );
}

export function RevokeToken({ organization, token, onClose }: DialogProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const revoke = useAction(
    async (id: number) =>
      unwrap(
        await headgate.DELETE('/api/v1/organizations/{org_id}/scim-tokens/{token_id}', {
          params: { path: { org_id: organization, token_id: id } },
        }),
      ),
    { changes: [SCIM_TOKENS], onDone: onClose },
  );
  const used = token?.last_used_at ?? null;
  return (
    <Confirm
      title={t.revokeTitle(token?.name ?? '')}
      isOpen={token !== null}
      onClose={onClose}
      {...(token !== null && { name: token.name })}
      verb={t.revoke}
      onConfirm={() => token !== null && revoke.run(token.id)}
      isBusy={revoke.isRunning}
      error={revoke.error}
    >
      <p>{t.revokeText}</p>
      <p>{used === null ? t.unused : t.lastUse(relative(used))}</p>
    </Confirm>
  );
}
