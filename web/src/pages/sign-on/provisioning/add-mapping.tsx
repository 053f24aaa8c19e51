import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import { useGivableRoles } from '../../organization/roles-of';
import styles from '../sign-on.module.css';
import type { Mapping, Named } from './mapping';
import { texts } from './mapping-texts';

interface AddProps {
  readonly organization: number;
  readonly workspaces: readonly Named[];
  readonly onAdd: (row: Mapping['scim_mapping']['mappings'][number], groupName: string) => void;
}

/** A further row; groups are searched for, since a directory may have thousands. */
export function AddMapping({ organization, workspaces, onAdd }: AddProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const [groupId, setGroupId] = useState('');
  const [roleId, setRoleId] = useState('');
  const [placeId, setPlaceId] = useState('');
  const workspace = placeId === '' ? null : Number(placeId);
  const roles = useGivableRoles(organization, [null, workspace]).roles.filter(({ name }) => name !== 'owner');
  const role = roles.find(({ id }) => String(id) === roleId);
  const found = useRead('/api/v1/organizations/{org_id}/scim-groups', {
    params: {
      path: { org_id: organization },
      query: { page: 1, limit: 50, ...(search.trim() !== '' && { search: search.trim() }) },
    },
  });
  const groups = found.data?.groups ?? [];
  const group = groups.find(({ id }) => id === groupId);
  const add = (): void => {
    if (group === undefined || role === undefined) return;
    onAdd({ group_id: group.id, role_id: role.id, workspace_id: workspace }, group.display_name);
    setGroupId('');
  };
  return (
    <Form onSubmit={add} label={t.addTitle}>
      <h3>{t.addTitle}</h3>
      <div className={styles['filters']}>
        <TextField label={t.search} value={search} onChange={({ target }) => setSearch(target.value)} />
        <SelectField label={t.group} required value={groupId} onChange={({ target }) => setGroupId(target.value)}>
          <option value="">{t.choose}</option>
          {groups.map(({ id, display_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.role} required value={role?.id ?? ''} onChange={({ target }) => setRoleId(target.value)}>
          <option value="">–</option>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label={t.where} value={placeId} onChange={({ target }) => setPlaceId(target.value)}>
          <option value="">{t.organization}</option>
          {workspaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {found.data !== undefined && groups.length === 0 && <p>{t.noGroups}</p>}
      <Row>
        <Button type="submit">{t.add}</Button>
      </Row>
    </Form>
  );
}
