import type { HeadgateError } from '@headgate/client';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { reading } from '../../../session/read';
import { Card } from '../../../ui/layout';
import { Loading, Problem } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { useRoles } from '../roles-of';
import { HOLDERS } from '../paths';
import type { Member } from './member-read';
import { texts } from './texts';

interface WorkspaceRole {
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: string;
}

interface WorkspaceRoles {
  /** `null` until all roles have answered. */
  readonly held: readonly WorkspaceRole[] | null;
  readonly error: HeadgateError | null;
  readonly ask: () => void;
}

/** In which workspaces somebody holds a role, asked of each role. */
export function useWorkspaceRoles(organization: number, member: Member): WorkspaceRoles {
  const may = usePermissions(organization);
  const read = useRoles(organization, may('role.read'));
  const roles = read.data?.roles;
  const answers = useQueries({
    queries: (roles ?? []).map(({ id }) =>
      reading(HOLDERS, {
        params: { path: { role_id: id }, query: { search: member.email, limit: 100 } },
      }),
    ),
  });
  const failed = [read, ...answers].filter(({ error }) => error !== null);
  const isKnown = roles !== undefined && answers.every(({ data }) => data !== undefined);
  const held = answers.flatMap(({ data }, index) =>
    (data?.holders ?? []).flatMap(({ user_id: id, workspace }) =>
      id === member.user_id && workspace !== null ? [{ workspace, role: roles?.[index]?.name ?? '' }] : [],
    ),
  );
  return {
    held: isKnown ? held : null,
    error: failed[0]?.error ?? null,
    ask: () => failed.forEach(({ refetch }) => void refetch()),
  };
}

interface WorkspacesCardProps {
  readonly organization: number;
  readonly roles: WorkspaceRoles;
}

export function WorkspacesCard({ organization, roles: { held, error, ask } }: WorkspacesCardProps) {
  const t = useTexts(texts);
  return (
    <Card title={t.workspaces}>
      <p>{held?.length === 0 ? t.noWorkspaces : t.workspacesLead}</p>
      <Problem error={error} onRetry={ask} />
      {held === null && error === null && <Loading />}
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
