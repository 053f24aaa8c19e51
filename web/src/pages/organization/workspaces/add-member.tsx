import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Actions } from '../../../ui/dialog';
import { SelectField } from '../../../ui/field';
import { Stack } from '../../../ui/layout';
import { Notice, Problem, Shown } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { FilterField } from '../filter-field';
import styles from '../organization.module.css';
import { HOLDERS, MEMBER_WORKSPACES, MEMBERS, WORKSPACE_MEMBERS } from '../paths';
import { useGivableRoles } from '../roles-of';
import type { Place } from './place';
import { texts } from './texts';

type Member = Read<typeof MEMBERS>['members'][number];

interface AddMemberProps {
  readonly place: Place;
  readonly onClose: () => void;
}

export function AddMember({ place, onClose }: AddMemberProps) {
  const t = useTexts(texts);
  const { roles } = useGivableRoles(place.organization);
  const [search, setSearch] = useState('');
  const [role, setRole] = useState<number | null>(null);
  const found = useRead(MEMBERS, {
    params: { path: { org_id: place.organization }, query: { limit: 5, ...(search !== '' && { search }) } },
  });
  const add = useAction(
    async ({ user_id: user, username }: Member) => {
      const params = { path: { workspace_id: place.workspace } };
      const body = { user_id: user, ...(role !== null && { role_id: role }) };
      unwrap(await headgate.POST(WORKSPACE_MEMBERS, { params, body }));
      return username;
    },
    { changes: [WORKSPACE_MEMBERS, MEMBER_WORKSPACES, HOLDERS, '/api/v1/me'] },
  );
  return (
    <Stack>
      {roles.length > 0 && (
        <SelectField label={t.role} value={role ?? ''} onChange={({ target: { value } }) => setRole(value === '' ? null : Number(value))}>
          <option value="">{t.byDefault}</option>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <FilterField label={t.find} hint={t.findHint} value={search} onFilter={setSearch} />
      <Shown of={found}>
        {({ members }) =>
          members.length === 0 ? (
            <p>{t.notFound}</p>
          ) : (
            <Table
              caption={t.find}
              rows={members}
              keyOf={({ user_id: id }) => id}
              columns={[
                {
                  title: t.person,
                  cell: ({ username, email }) => (
                    <span className={styles['stacked']}>
                      {username}
                      <span className={styles['soft']}>{email}</span>
                    </span>
                  ),
                },
                {
                  title: t.actions,
                  cell: (member) => (
                    <Button aria-label={`${t.addVerb}: ${member.username}`} isBusy={add.isRunning} onClick={() => add.run(member)}>
                      {t.addVerb}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Shown>
      <Problem error={add.error} />
      {add.result !== undefined && <Notice tone="good">{t.added(add.result)}</Notice>}
      <Actions>
        <Button onClick={onClose}>{t.close}</Button>
      </Actions>
    </Stack>
  );
}
