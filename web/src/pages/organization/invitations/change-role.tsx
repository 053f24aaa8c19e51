import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import type { Read } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { SelectField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem, Shown } from '../../../ui/notice';
import { INVITATIONS } from '../paths';
import { useGivableRoles } from '../roles-of';
import { texts } from './texts';

const own = catalogue(
  {
    changeTitle: (email: string) => `Change the role in the invitation to ${email}`,
    lead: 'We send a new mail with the new role. The link in the old mail stops working.',
    send: 'Send with this role',
  },
  {
    changeTitle: (email: string) => `Rolle in der Einladung an ${email} ändern`,
    lead: 'Eine neue Mail mit der neuen Rolle wird gesendet. Der Link in der alten Mail gilt dann nicht mehr.',
    send: 'Mit dieser Rolle senden',
  },
);

type Invitation = Read<typeof INVITATIONS>['invitations'][number];

interface ChangeRoleProps {
  readonly organization: number;
  /** `null`: the dialog is closed. */
  readonly invitation: Invitation | null;
  readonly onClose: () => void;
  readonly onSent: (email: string) => void;
}

/** For an invitation that nobody has answered yet. */
export function ChangeRole({ organization, invitation, onClose, onSent }: ChangeRoleProps) {
  const t = useTexts(own);
  return (
    <Dialog title={t.changeTitle(invitation?.email ?? '')} isOpen={invitation !== null} onClose={onClose}>
      {invitation !== null && <RoleForm organization={organization} invitation={invitation} onClose={onClose} onSent={onSent} />}
    </Dialog>
  );
}

function RoleForm({ organization, invitation, onClose, onSent }: ChangeRoleProps & { readonly invitation: Invitation }) {
  const t = { ...useTexts(texts), ...useTexts(own) };
  const { read, roles } = useGivableRoles(organization, [null, invitation.workspace.id]);
  const [chosen, setChosen] = useState(invitation.role.id);
  const isOffered = roles.some(({ id }) => id === chosen);
  const send = useAction(
    async () =>
      unwrap(
        await headgate.POST(`${INVITATIONS}/{invitation_id}/resend`, {
          params: { path: { org_id: organization, invitation_id: invitation.id } },
          body: { role_id: chosen },
        }),
      ),
    { changes: [INVITATIONS], onDone: ({ invitation: sent }) => onSent(sent.email) },
  );
  return (
    <Shown of={read}>
      {() => (
        <Form label={t.changeTitle(invitation.email)} onSubmit={() => send.run(undefined)}>
          <p>{t.lead}</p>
          <SelectField
            label={t.role}
            hint={t.roleHint}
            value={isOffered ? chosen : ''}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {!isOffered && <option value="" />}
            {roles.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Problem error={send.error} />
          <Actions>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" look="primary" disabled={chosen === invitation.role.id} isBusy={send.isRunning}>
              {t.send}
            </Button>
          </Actions>
        </Form>
      )}
    </Shown>
  );
}
