import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { reading } from '../../../session/read';
import { Card } from '../../../ui/layout';
import { Loading } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { useRoles } from '../roles-of';
import { HOLDERS } from '../paths';
import type { Member } from './member-read';
import { texts } from './texts';

interface WorkspaceRole {
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: string;
}

/** In which workspaces somebody holds a role, asked of each role; `null` until all have answered. */
export function useWorkspaceRoles(organization: number, member: Member): readonly WorkspaceRole[] | null {
  const may = usePermissions(organization);
  const roles = useRoles(organization, may('role.read')).data?.roles;
  const answers = useQueries({
    queries: (roles ?? []).map(({ id }) =>
      reading(HOLDERS, {
        params: { path: { role_id: id }, query: { search: member.email, limit: 100 } },
      }),
    ),
  });
  if (roles === undefined || answers.some(({ data }) => data === undefined)) return null;
  return answers.flatMap(({ data }, index) =>
    (data?.holders ?? []).flatMap(({ user_id: id, workspace }) =>
      id === member.user_id && workspace !== null ? [{ workspace, role: roles[index]?.name ?? '' }] : [],
    ),
  );
}

interface WorkspacesCardProps {
  readonly organization: number;
  readonly held: readonly WorkspaceRole[] | null;
}

export function WorkspacesCard({ organization, held }: WorkspacesCardProps) {
  const t = useTexts(texts);
  return (
    <Card title={t.workspaces}>
      <p>{held?.length === 0 ? t.noWorkspaces : t.workspacesLead}</p>
      {held === null && <Loading />}
      {held !== null && held.length > 0 && (
        <Table
          caption={t.workspaces}
          rows={held}
          keyOf={({ workspace }) => workspace.id}
          columns={[
            {
              title: t.workspace,
              cell: ({ workspace: { id, name } }) => (
                <Link
                  to="/organizations/$organization/workspaces/$workspace"
                  params={{ organization: String(organization), workspace: String(id) }}
                >
                  {name}
                </Link>
              ),
            },
            { title: t.role, cell: ({ role }) => role },
          ]}
        />
      )}
    </Card>
  );
}
