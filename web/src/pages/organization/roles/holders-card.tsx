import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Card } from '../../../ui/layout';
import { Shown } from '../../../ui/notice';
import { Filters, Pager, Table } from '../../../ui/table';
import { FilterField } from '../filter-field';
import { HOLDERS } from '../paths';
import type { Role } from '../roles-of';
import { texts } from './texts';
import { Person } from '../../../ui/person';

const route = getRouteApi('/signed-in/organizations/$organization/roles/$role');

interface HoldersCardProps {
  readonly organization: number;
  readonly role: Role;
}

export function HoldersCard({ organization, role }: HoldersCardProps) {
  const t = useTexts(texts);
  const { q = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = useCallback((value: string) => void navigate({ search: value === '' ? {} : { q: value }, replace: true }), [navigate]);
  const holders = useRead(HOLDERS, {
    params: { path: { role_id: role.id }, query: { page, limit: 10, ...(q !== '' && { search: q }) } },
  });
  return (
    <Card title={t.holders}>
      <Filters>
        <FilterField label={t.filter} hint={t.filterHint} value={q} onFilter={filter} />
      </Filters>
      <Shown of={holders}>
        {(read) =>
          read.holders.length === 0 ? (
            <p>{q === '' ? t.nobody : t.nobodyFound(q)}</p>
          ) : (
            <Table
              caption={t.holders}
              rows={read.holders}
              keyOf={({ user_id: id, workspace }) => `${id} ${workspace?.id ?? ''}`}
              columns={[
                {
                  title: t.person,
                  cell: (holder) => (
                    <Person of={holder}>
                      {(name) => (
                        <Link
                          to="/organizations/$organization/members/$user"
                          params={{ organization: String(organization), user: String(holder.user_id) }}
                        >
                          {name}
                        </Link>
                      )}
                    </Person>
                  ),
                },
                { title: t.place, cell: ({ workspace }) => workspace?.name ?? t.everywhere },
              ]}
            />
          )
        }
      </Shown>
      {holders.data !== undefined && <Pager pagination={holders.data.pagination} />}
    </Card>
  );
}
