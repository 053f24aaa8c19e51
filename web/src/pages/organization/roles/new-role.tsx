import { unwrap } from '@headgate/client';
import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { useMe, usePermissions } from '../../../session/me';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Page, Stack } from '../../../ui/layout';
import { Forbidden, Loading, Problem } from '../../../ui/notice';
import { SaveRow, Unsaved } from '../../../ui/unsaved';
import { ROLES } from '../paths';
import { PermissionChoice } from './permission-choice';
import type { RoleDraft } from './role-draft';
import { texts } from './texts';

const NEW: RoleDraft = { name: '', permissions: [] };

const route = getRouteApi('/signed-in/organizations/$organization/roles/new');

export function NewRole() {
  const t = useTexts(texts);
  const organization = Number(route.useParams().organization);
  const isKnown = useMe() !== undefined;
  const may = usePermissions(organization);
  if (!isKnown) return <Loading />;
  return (
    <Page title={t.create} lead={t.createLead}>
      {may('role.manage') ? <NewRoleForm organization={organization} /> : <Forbidden />}
    </Page>
  );
}

function NewRoleForm({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const navigate = route.useNavigate();
  const draft = useDraft('role', NEW);
  const { name, permissions } = draft.value;
  const create = useAction(
    async () =>
      unwrap(
        await headgate.POST(ROLES, {
          params: { path: { org_id: organization } },
          body: { name: name.trim(), permissions: [...permissions] },
        }),
      ),
    {
      changes: [ROLES],
      onDone: ({ role }) => {
        draft.begin();
        void navigate({
          to: '/organizations/$organization/roles/$role',
          params: { organization: String(organization), role: String(role.id) },
          ignoreBlocker: true,
        });
      },
    },
  );
  return (
    <Form label={t.create} onSubmit={() => create.run(undefined)}>
      <Stack isNarrow>
        <TextField
          isProse
          label={t.name}
          required
          value={name}
          onChange={({ target }) => draft.change({ name: target.value, permissions })}
          error={create.fieldError('name')}
        />
      </Stack>
      <Card title={t.permissions}>
        <PermissionChoice organization={organization} chosen={permissions} onChange={(next) => draft.change({ name, permissions: next })} />
      </Card>
      <Problem error={create.error} />
      <SaveRow>
        <Button type="submit" look="primary" isBusy={create.isRunning}>
          {t.create}
        </Button>
      </SaveRow>
      <Unsaved of={draft} />
    </Form>
  );
}
