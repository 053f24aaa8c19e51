import { useTexts } from '../../../i18n/texts';
import { SelectField } from '../../../ui/field';
import { useGivableRoles } from '../../organization/roles-of';
import type { Named } from './mapping-table';
import { texts } from './mapping-texts';

export interface PlacedRole {
  readonly role: string;
  readonly place: string;
}

export const NO_ROLE: PlacedRole = { role: '', place: '' };

/** Which of the roles that a person may give is chosen, and where; `null` for none. */
export function usePlacedRole(organization: number, { role, place }: PlacedRole) {
  const workspace = place === '' ? null : Number(place);
  const roles = useGivableRoles(organization, [null, workspace]).roles.filter(({ name }) => name !== 'owner');
  const chosen = roles.find(({ id }) => String(id) === role);
  return { roles, grant: chosen === undefined ? null : { role_id: chosen.id, workspace_id: workspace } };
}

interface RoleProps {
  readonly roles: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly value: PlacedRole;
  readonly onChange: (value: PlacedRole) => void;
}

export function RoleAtPlace({ roles, workspaces, value, onChange }: RoleProps) {
  const t = useTexts(texts);
  const isThere = roles.some(({ id }) => String(id) === value.role);
  return (
    <>
      <SelectField
        label={t.role}
        required
        value={isThere ? value.role : ''}
        onChange={({ target }) => onChange({ ...value, role: target.value })}
      >
        <option value="">–</option>
        {roles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t.where} value={value.place} onChange={({ target }) => onChange({ ...value, place: target.value })}>
        <option value="">{t.organization}</option>
        {workspaces.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
