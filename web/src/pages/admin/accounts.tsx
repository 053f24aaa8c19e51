import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { Button, LinkButton } from '../../ui/button';
import { TextField } from '../../ui/field';
import { Row } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { Filters, Pager, Table } from '../../ui/table';
import { AccountCard } from './account-card';
import { AdminPage } from './admin-page';
import { NewAccount } from './new-account';
import { Standing, USER, USERS, type User } from './standing';
import { texts } from './texts';
import { Person } from '../../ui/person';

export function Accounts() {
  const t = useTexts(texts);
  return (
    <AdminPage title={t.accounts} lead={t.accountsLead} actions={<NewAccount />}>
      <AccountList />
    </AdminPage>
  );
}

function AccountList() {
  const t = useTexts(texts);
  const search = useSearch({ from: '/signed-in/admin/accounts' });
  const { page = 1, search: wanted, account } = search;
  const users = useRead(USERS, {
    params: { query: { page, limit: 20, ...(wanted !== undefined && { search: wanted }) } },
  });
  return (
    <>
      <SearchForm key={wanted} wanted={wanted ?? ''} />
      {account !== undefined && <Chosen key={account} account={account} />}
      <Shown of={users}>
        {({ users: rows, pagination }) => (
          <>
            {rows.length === 0 ? (
              <Empty title={t.nobodyTitle} action={<LinkButton to="/admin/accounts">{t.clear}</LinkButton>}>
                {t.nobody}
              </Empty>
            ) : (
              <Rows rows={rows} />
            )}
            <Pager pagination={pagination} />
          </>
        )}
      </Shown>
    </>
  );
}

/** On any page of the list. */
function Chosen({ account }: { readonly account: number }) {
  const read = useRead(USER, { params: { path: { user_id: account } } });
  return <Shown of={read}>{({ user }) => <AccountCard user={user} />}</Shown>;
}

function SearchForm({ wanted }: { readonly wanted: string }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [typed, setTyped] = useState(wanted);
  return (
    <Filters label={t.search} onSubmit={() => void navigate({ to: '/admin/accounts', search: typed === '' ? {} : { search: typed } })}>
      <TextField label={t.searchFor} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Row>
        <Button type="submit">{t.apply}</Button>
      </Row>
    </Filters>
  );
}

function Rows({ rows }: { readonly rows: readonly User[] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  return (
    <Table
      caption={t.accounts}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.person,
          cell: (user) => (
            <Person of={user}>
              {(name) => (
                <Link to="/admin/accounts" search={(before) => ({ ...before, account: Number(user.id), sessions: undefined })}>
                  {name}
                </Link>
              )}
            </Person>
          ),
        },
        { title: t.username, cell: ({ username }) => username },
        { title: t.status, cell: (user) => <Standing user={user} /> },
        { title: t.made, isWhen: true, cell: ({ created_at: at }) => day(at) },
      ]}
    />
  );
}
