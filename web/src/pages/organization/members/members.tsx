import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { Page } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { type Column, Filters, Pager, Table } from '../../../ui/table';
import { View, Views } from '../../../ui/views';
import { FilterField } from '../filter-field';
import { MEMBERS } from '../paths';
import { Coming } from './coming';
import { HelpCard } from './help-card';
import { texts } from './texts';
import { Person } from '../../../ui/person';

type Member = Read<typeof MEMBERS>['members'][number];

const route = getRouteApi('/signed-in/organizations/$organization/members');

export function Members() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const { view } = route.useSearch();
  const may = usePermissions(Number(organization));
  const seesComing = may('member.invite') || may('scim.manage');
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        may('member.invite') && (
          <LinkButton look="primary" to="/organizations/$organization/invitations" params={{ organization }}>
            {t.invite}
          </LinkButton>
        )
      }
    >
      {seesComing && (
        <Views label={t.views}>
          <View from="/organizations/$organization/members" to="." search={{}} isShown={view === undefined}>
            {t.members}
          </View>
          <View from="/organizations/$organization/members" to="." search={{ view: 'coming' }} isShown={view === 'coming'}>
            {t.coming}
          </View>
        </Views>
      )}
      {seesComing && view === 'coming' ? (
        <Coming organization={Number(organization)} />
      ) : (
        <>
          <List organization={organization} />
          {may('organization.update') && may('member.assist') && <HelpCard organization={Number(organization)} />}
        </>
      )}
    </Page>
  );
}

function List({ organization }: { readonly organization: string }) {
  const t = useTexts(texts);
  const { q = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const may = usePermissions(Number(organization));
  const columns = useColumns(organization, may('member.security.read'));
  const members = useRead(MEMBERS, {
    params: { path: { org_id: Number(organization) }, query: { page, limit: 25, ...(q !== '' && { search: q }) } },
  });
  const filter = useCallback((value: string) => void navigate({ search: value === '' ? {} : { q: value }, replace: true }), [navigate]);
  return (
    <>
      {members.error?.status !== 403 && (
        <Filters>
          <FilterField label={t.filter} hint={t.filterHint} value={q} onFilter={filter} />
        </Filters>
      )}
      <Shown of={members}>
        {(read) =>
          read.members.length === 0 ? (
            <Empty
              title={t.noneTitle}
              action={
                <Link to="/organizations/$organization/members" params={{ organization }}>
                  {t.first}
                </Link>
              }
            >
              {q === '' ? t.nobody : t.none(q)}
            </Empty>
          ) : (
            <>
              <Table caption={t.title} columns={columns} rows={read.members} keyOf={({ user_id: id }) => id} />
              <Pager pagination={read.pagination} />
            </>
          )
        }
      </Shown>
    </>
  );
}

function useColumns(organization: string, isSecurityShown: boolean): readonly Column<Member>[] {
  const t = useTexts(texts);
  const { day, relative } = useFormats();
  const plain: Column<Member>[] = [
    {
      title: t.name,
      cell: (member) => (
        <Person of={member}>
          {(name) => (
            <Link to="/organizations/$organization/members/$user" params={{ organization, user: String(member.user_id) }}>
              {name}
            </Link>
          )}
        </Person>
      ),
    },
    { title: t.role, cell: ({ role }) => role.name },
    {
      title: t.status,
      cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warning'}>{t[status]}</Badge>,
    },
  ];
  const security: Column<Member>[] = [
    {
      title: t.factor,
      cell: ({ security: state }) => (
        <Badge tone={state?.second_factor === true ? 'good' : 'warning'}>{state?.second_factor === true ? t.has : t.hasNot}</Badge>
      ),
    },
    {
      title: t.lastLogin,
      cell: ({ security: state }) => {
        const login = state?.last_login ?? null;
        return login === null ? t.never : `${relative(login.at)}, ${t[login.way]}`;
      },
    },
    { title: t.managed, cell: ({ security: state }) => t[state?.managed ?? 'themselves'] },
  ];
  return [...plain, ...(isSecurityShown ? security : []), { title: t.joined, isWhen: true, cell: ({ joined_at: at }) => day(at) }];
}
