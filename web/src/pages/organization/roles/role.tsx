import { getRouteApi } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { Card, Page } from '../../../ui/layout';
import { Empty, Shown } from '../../../ui/notice';
import { PERMISSION_GROUPS, groupTexts, permissionTexts } from '../permissions';
import { type Role, allows, isBuiltIn, useRoles } from '../roles-of';
import { DeleteRole } from './delete-role';
import { HoldersCard } from './holders-card';
import { RoleForm } from './role-form';
import styles from './roles.module.css';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/roles/$role');

export function RolePage() {
  const t = useTexts(texts);
  const { organization, role: id } = route.useParams();
  const roles = useRoles(Number(organization), true);
  const role = roles.data?.roles.find((one) => String(one.id) === id);
  return (
    <Page title={role?.name ?? t.title} lead={role && (isBuiltIn(role) ? t.builtInLead : t.customLead)}>
      <Shown of={roles}>
        {() =>
          role === undefined ? (
            <Empty title={t.gone}>{t.goneText}</Empty>
          ) : (
            <Cards key={role.id} organization={Number(organization)} role={role} />
          )
        }
      </Shown>
    </Page>
  );
}

interface CardsProps {
  readonly organization: number;
  readonly role: Role;
}

function Cards({ organization, role }: CardsProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const mayChange = may('role.manage') && !isBuiltIn(role);
  return (
    <>
      {mayChange ? (
        <RoleForm organization={organization} role={role} />
      ) : (
        <Card title={t.permissions}>
          <Permissions role={role} />
        </Card>
      )}
      {may('member.read') && <HoldersCard organization={organization} role={role} />}
      {mayChange && <DeleteRole organization={organization} role={role} />}
    </>
  );
}

function Permissions({ role }: { readonly role: Role }) {
  const groups = useTexts(groupTexts);
  const meanings = useTexts(permissionTexts);
  return (
    <div className={styles['groups']}>
      {PERMISSION_GROUPS.map(([group, names]) => [group, names.filter((name) => allows(role, name))] as const)
        .filter(([, names]) => names.length > 0)
        .map(([group, names]) => (
          <div key={group} className={styles['group']}>
            <h3>{groups[group]}</h3>
            <ul>
              {names.map((name) => (
                <li key={name}>{meanings[name]}</li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}
