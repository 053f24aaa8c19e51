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
import { HOLDERS, MEMBER_WORKSPACES, MEMBERS, WORKSPACE_MEMBERS, WORKSPACE_SETTINGS } from '../paths';
import { useGivableRoles } from '../roles-of';
import type { Place } from './place';
import { texts } from './texts';
import { Person, nameOf } from '../../../ui/person';

type Member = Read<typeof MEMBERS>['members'][number];

interface AddMemberProps {
  readonly place: Place;
  readonly onClose: () => void;
}

export function AddMember({ place, onClose }: AddMemberProps) {
  const t = useTexts(texts);
  const { roles } = useGivableRoles(place.organization, [place.workspace]);
  const { data: read } = useRead(WORKSPACE_SETTINGS, { params: { path: { workspace_id: place.workspace } } });
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number | null>(null);
  // Without `role.read` no role is known, and the service decides about the default one.
  const isDefaultOffered = roles.length === 0 || roles.some(({ id }) => id === read?.settings.default_role_id);
  const role = chosen ?? (isDefaultOffered ? null : ((roles.find(({ name }) => name === 'viewer') ?? roles[0])?.id ?? null));
  const found = useRead(MEMBERS, {
    params: { path: { org_id: place.organization }, query: { limit: 5, ...(search !== '' && { search }) } },
  });
  const add = useAction(
    async (member: Member) => {
      const params = { path: { workspace_id: place.workspace } };
      const body = { user_id: member.user_id, ...(role !== null && { role_id: role }) };
      unwrap(await headgate.POST(WORKSPACE_MEMBERS, { params, body }));
      return nameOf(member);
    },
    { changes: [WORKSPACE_MEMBERS, MEMBER_WORKSPACES, HOLDERS, '/api/v1/me'] },
  );
  return (
    <Stack>
      {roles.length > 0 && (
        <SelectField label={t.role} value={role ?? ''} onChange={({ target: { value } }) => setChosen(value === '' ? null : Number(value))}>
          {isDefaultOffered && <option value="">{t.byDefault}</option>}
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
                  cell: (member) => <Person of={member} />,
                },
                {
                  title: t.actions,
                  isActions: true,
                  cell: (member) => (
                    <Button aria-label={`${t.addVerb}: ${nameOf(member)}`} isBusy={add.isRunning} onClick={() => add.run(member)}>
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
