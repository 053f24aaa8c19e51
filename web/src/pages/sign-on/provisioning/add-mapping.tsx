import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Row } from '../../../ui/layout';
import type { Named } from '../mapping/mapping-table';
import { texts } from '../mapping/mapping-texts';
import { NO_ROLE, RoleAtPlace, usePlacedRole } from '../mapping/role-at-place';
import styles from '../sign-on.module.css';
import type { Mapping } from './mapping';

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
  const [placed, setPlaced] = useState(NO_ROLE);
  const { roles, grant } = usePlacedRole(organization, placed);
  const found = useRead('/api/v1/organizations/{org_id}/scim-groups', {
    params: {
      path: { org_id: organization },
      query: { page: 1, limit: 50, ...(search.trim() !== '' && { search: search.trim() }) },
    },
  });
  const groups = found.data?.groups ?? [];
  const group = groups.find(({ id }) => id === groupId);
  const add = (): void => {
    if (group === undefined || grant === null) return;
    onAdd({ group_id: group.id, ...grant }, group.display_name);
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
        <RoleAtPlace roles={roles} workspaces={workspaces} value={placed} onChange={setPlaced} />
      </div>
      {found.data !== undefined && groups.length === 0 && <p>{t.noGroups}</p>}
      <Row>
        <Button type="submit">{t.add}</Button>
      </Row>
    </Form>
  );
}
