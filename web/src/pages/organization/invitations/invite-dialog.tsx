import { unwrap } from '@headgate/client';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Actions, Dialog } from '../../../ui/dialog';
import { SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Notice, Problem, Shown } from '../../../ui/notice';
import { useWorkspaces } from '../../../ui/workspace';
import { Restored } from '../../../ui/unsaved';
import { useGivableRoles } from '../roles-of';
import { INVITATIONS } from '../paths';
import { texts } from './texts';

interface InviteDialogProps {
  readonly organization: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: (email: string) => void;
}

export function InviteDialog({ organization, isOpen, onClose, onSent }: InviteDialogProps) {
  const t = useTexts(texts);
  return (
    <Dialog title={t.inviteTitle} isOpen={isOpen} onClose={onClose}>
      <Invite organization={organization} onClose={onClose} onSent={onSent} />
    </Dialog>
  );
}

function Invite({ organization, onClose, onSent }: Omit<InviteDialogProps, 'isOpen'>) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const workspaces = useWorkspaces(organization);
  const { read: rolesRead } = useGivableRoles(organization, [null]);
  if (!may('role.read')) return <Notice tone="warning">{t.noRoles}</Notice>;
  return (
    <Shown of={workspaces}>
      {(read) =>
        read.length === 0 ? (
          <Notice tone="warning">
            <p>{t.noWorkspaces}</p>
            <Link to="/organizations/$organization/workspaces" params={{ organization: String(organization) }}>
              {t.makeWorkspace}
            </Link>
          </Notice>
        ) : (
          // Enter sends the form, so it stands there when all that it sends is known.
          <Shown of={rolesRead}>
            {() => <InviteForm organization={organization} workspaces={read} onClose={onClose} onSent={onSent} />}
          </Shown>
        )
      }
    </Shown>
  );
}

interface InviteFormProps extends Omit<InviteDialogProps, 'isOpen'> {
  readonly workspaces: readonly { readonly id: number; readonly name: string }[];
}

interface Begun {
  readonly email: string;
  readonly workspace: number;
  /** `null`: the least powerful. */
  readonly role: number | null;
}

function InviteForm({ organization, workspaces, onClose, onSent }: InviteFormProps) {
  const t = useTexts(texts);
  const draft = useDraft<Begun>('invitation', { email: '', workspace: workspaces[0]?.id ?? 0, role: null });
  const { email, workspace, role: chosen } = draft.value;
  // A new person has the role in the organization too.
  const { roles } = useGivableRoles(organization, [null, workspace]);
  // The least powerful of the built-in roles comes last among them, and is the safest to begin with.
  const role = (roles.find(({ id }) => id === chosen) ?? roles.find(({ name }) => name === 'viewer') ?? roles[0])?.id;
  const invite = useAction(
    async (roleId: number) =>
      unwrap(
        await headgate.POST(INVITATIONS, {
          params: { path: { org_id: organization } },
          body: { email: email.trim(), workspace_id: workspace, role_id: roleId },
        }),
      ),
    {
      changes: [INVITATIONS],
      onDone: ({ invitation }) => {
        draft.begin();
        onSent(invitation.email);
      },
    },
  );
  const close = (): void => {
    draft.discard();
    onClose();
  };
  return (
    <Form label={t.inviteTitle} onSubmit={() => role !== undefined && invite.run(role)}>
      <TextField
        label={t.email}
        required
        inputMode="email"
        value={email}
        onChange={({ target }) => draft.patch({ email: target.value })}
        error={invite.fieldError('email')}
        autoFocus
      />
      <SignOnHint organization={organization} email={email} />
      <SelectField label={t.workspace} value={workspace} onChange={({ target }) => draft.patch({ workspace: Number(target.value) })}>
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.role}
        required
        hint={roles.length === 0 ? t.noGivable : t.roleHint}
        value={role}
        onChange={({ target }) => draft.patch({ role: Number(target.value) })}
      >
        {roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Restored of={draft} />
      <Problem error={invite.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={invite.isRunning}>
          {t.send}
        </Button>
      </Actions>
    </Form>
  );
}

/** Says beforehand how a person of a verified domain will sign in. */
function SignOnHint({ organization, email }: { readonly organization: number; readonly email: string }) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const { data } = useRead(
    '/api/v1/organizations/{org_id}/sso/domains',
    { params: { path: { org_id: organization }, query: { limit: 100 } } },
    { enabled: may('sso.read') },
  );
  const domain = email.trim().toLowerCase().split('@')[1];
  const isOurs = data?.domains.some((one) => one.status === 'verified' && one.domain === domain) === true;
  return isOurs && domain !== undefined && <Notice>{t.ssoDomain(domain)}</Notice>;
}
