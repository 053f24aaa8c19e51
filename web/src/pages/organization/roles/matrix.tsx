import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/texts';
import { usePlace } from '../../../session/place';
import { SelectField } from '../../../ui/field';
import organization from '../organization.module.css';
import { PERMISSION_GROUPS, type PermissionName, groupTexts, permissionTexts } from '../permissions';
import { type Role, allows, isBuiltIn } from '../roles-of';
import styles from './roles.module.css';
import { texts } from './texts';

interface MatrixProps {
  readonly organization: string;
  readonly roles: readonly Role[];
}

/** All permissions by all roles; on a narrow screen one role at a time. */
export function Matrix({ organization: place, roles }: MatrixProps) {
  const t = useTexts(texts);
  const groups = useTexts(groupTexts);
  const [chosen, choose] = usePlace('role');
  const shown = roles.some(({ id }) => id === chosen) ? (chosen ?? null) : (roles[0]?.id ?? null);
  return (
    <>
      <div role="search" className={styles['chooser']}>
        <SelectField label={t.shown} value={shown ?? ''} onChange={({ target }) => choose(Number(target.value))}>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles['scroll']} role="region" aria-label={t.matrix} tabIndex={0}>
        <table className={styles['matrix']}>
          <caption>{t.matrix}</caption>
          <thead>
            <tr>
              <th scope="col">{t.permission}</th>
              {roles.map((role) => (
                <th key={role.id} scope="col" data-shown={role.id === shown}>
                  <Link to="/organizations/$organization/roles/$role" params={{ organization: place, role: String(role.id) }}>
                    {role.name}
                  </Link>
                  <div className={organization['soft']}>{isBuiltIn(role) ? t.builtIn : t.custom}</div>
                </th>
              ))}
            </tr>
          </thead>
          {PERMISSION_GROUPS.map(([group, names]) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {groups[group]}
                </th>
              </tr>
              {names.map((name) => (
                <PermissionRow key={name} name={name} roles={roles} shown={shown} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </>
  );
}

interface PermissionRowProps {
  readonly name: PermissionName;
  readonly roles: readonly Role[];
  readonly shown: number | null;
}

function PermissionRow({ name, roles, shown }: PermissionRowProps) {
  const t = useTexts(texts);
  const meanings = useTexts(permissionTexts);
  return (
    <tr>
      <th scope="row">{meanings[name]}</th>
      {roles.map((role) => (
        <td key={role.id} data-shown={role.id === shown}>
          {allows(role, name) ? (
            <span role="img" aria-label={t.yes} title={t.yes} className={styles['yes']}>
              ✓
            </span>
          ) : (
            <span role="img" aria-label={t.no} title={t.no} className={styles['no']}>
              –
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
