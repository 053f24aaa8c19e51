import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useOrganizationId } from '../../../session/organization';
import { Loading } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { useWorkspaces } from '../../../ui/workspace';
import { useRoles } from '../../organization/roles-of';
import { nameIn } from '../mapping/mapping-table';
import { texts as mappingTexts } from '../mapping/mapping-texts';
import styles from '../sign-on.module.css';
import { texts } from './group-texts';
import type { ConnectionTest } from './read-connection';

type Rehearsed = NonNullable<NonNullable<ConnectionTest['outcome']>['roles']>;
type Held = NonNullable<Rehearsed['before']>;

/** What the groups of a test login would give, and take away. */
export function RehearsedRoles({ roles, groups }: { readonly roles: Rehearsed; readonly groups: readonly string[] }) {
  const t = useTexts(texts);
  const m = useTexts(mappingTexts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const may = usePermissions(organization);
  const known = useRoles(organization, may('role.read'));
  const workspaces = useWorkspaces(organization, may('workspace.read'));
  if (known.isLoading || workspaces.isLoading) return <Loading />;
  const roleName = (id: number): string => nameIn(known.data?.roles ?? [], id) ?? m.unnamed;
  const workspaceName = (id: number): string => nameIn(workspaces.data ?? [], id) ?? m.unnamed;
  const lines = ({ role, workspaces: held }: Held): readonly string[] => [
    t.inOrganization(role),
    ...held.map((one) => t.inWorkspace(one.role, workspaceName(one.workspace_id))),
  ];
  const { before, after } = roles;
  const changes = before === null || after === null ? null : JSON.stringify(before) !== JSON.stringify(after);
  return (
    <>
      <h4>{t.rehearsed}</h4>
      <dl className={styles['facts']}>
        <dt>{t.decides}</dt>
        <dd>{t.decidedBy(roles.decided_by)}</dd>
        <dt>{t.received}</dt>
        <dd className={styles['break']}>
          {groups.length === 0 ? number(roles.received) : `${number(roles.received)}: ${groups.slice(0, 20).join(', ')}`}
        </dd>
        {before !== null && after !== null && (
          <>
            <dt>{t.before}</dt>
            <dd>{lines(before).join('; ')}</dd>
            <dt>{t.after}</dt>
            <dd>{changes === true ? lines(after).join('; ') : t.noChange}</dd>
          </>
        )}
      </dl>
      {roles.met.length > 0 && (
        <Table
          caption={t.met}
          rows={roles.met}
          keyOf={({ group, workspace_id: at }) => `${group} ${at ?? ''}`}
          columns={[
            { title: t.group, cell: ({ group }) => <span className={styles['break']}>{group}</span> },
            { title: m.role, cell: ({ role_id: id }) => roleName(id) },
            { title: m.where, cell: ({ workspace_id: id }) => (id === null ? m.organization : workspaceName(id)) },
            { title: t.counts, cell: ({ counts }) => t.doesCount(counts) },
          ]}
        />
      )}
    </>
  );
}
