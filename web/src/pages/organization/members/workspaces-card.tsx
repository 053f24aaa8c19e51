import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { usePageOf } from '../../../session/place';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { MEMBER_WORKSPACES } from '../paths';
import type { Member } from './member-read';
import { texts } from './texts';

/** The workspaces in which a person holds a role, a page at a time. */
export function useHeldWorkspaces(organization: number, member: Member, page: number, enabled: boolean) {
  const path = { org_id: organization, user_id: member.user_id };
  return useRead(MEMBER_WORKSPACES, { params: { path, query: { page, limit: 20 } } }, { enabled });
}

interface WorkspacesCardProps {
  readonly organization: number;
  readonly member: Member;
}

export function WorkspacesCard({ organization, member }: WorkspacesCardProps) {
  const t = useTexts(texts);
  const page = usePageOf('workspaces');
  const held = useHeldWorkspaces(organization, member, page, true);
  return (
    <Card title={t.workspaces}>
      <Shown of={held}>
        {({ workspaces, pagination }) => (
          <>
            <p>{pagination.total === 0 ? t.noWorkspaces : t.workspacesLead}</p>
            {workspaces.length > 0 && (
              <Table
                caption={t.workspaces}
                rows={workspaces}
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
                  { title: t.role, cell: ({ role }) => role.name },
                ]}
              />
            )}
            <Pager pagination={pagination} list="workspaces" />
          </>
        )}
      </Shown>
    </Card>
  );
}
