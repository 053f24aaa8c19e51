import { Link, getRouteApi } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Help } from '../../ui/help';
import { Page } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { NamedList } from '../organization/named-list';
import { Table } from '../../ui/table';
import { EXAMPLE, POLICIES } from './policy-api';
import styles from './policies.module.css';
import { NamesNothingMark } from './names-nothing';
import { Status, isWatched } from './status';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/policies');

export function Policies() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  const policies = useRead(POLICIES, { params: { query: { organization_id: Number(organization) } } });
  const create = (label: string) =>
    may('abac.manage') && (
      <LinkButton look="primary" to="/organizations/$organization/policies/new" params={{ organization }}>
        {label}
      </LinkButton>
    );
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="policies#how-to-read-a-policy" about={t.title} />
        </>
      }
      actions={
        <>
          <Link to="/organizations/$organization/policies/decisions" params={{ organization }}>
            {t.decisions}
          </Link>
          {policies.data !== undefined && policies.data.policies.length > 0 && create(t.create)}
        </>
      }
    >
      <Shown of={policies}>
        {(read) =>
          read.policies.length === 0 ? (
            <Empty
              title={t.none}
              action={
                <>
                  <pre className={styles['text']}>{EXAMPLE.text}</pre>
                  {create(t.startExample)}
                </>
              }
            >
              {t.noneText}
            </Empty>
          ) : (
            <NamedList rows={read.policies}>
              {(shown) => (
                <Table
                  caption={t.title}
                  rows={shown}
                  keyOf={({ id }) => id}
                  columns={[
                    {
                      title: t.name,
                      cell: ({ id, name }) => (
                        <Link to="/organizations/$organization/policies/$policy" params={{ organization, policy: String(id) }}>
                          {name}
                        </Link>
                      ),
                    },
                    {
                      title: t.status,
                      cell: ({ status, names_nothing: names }) => (
                        <>
                          <Status of={status} /> <NamesNothingMark of={names} />
                        </>
                      ),
                    },
                    { title: t.version, cell: ({ version }) => version },
                    { title: t.effect, cell: ({ effect }) => t[effect] },
                    {
                      title: t.lastMatched,
                      cell: ({ last_matched_at: at, status }) => (at === null ? (isWatched(status) ? t.neverMet : t.never) : relative(at)),
                    },
                    { title: t.changed, cell: ({ updated_at: at }) => relative(at) },
                  ]}
                />
              )}
            </NamedList>
          )
        }
      </Shown>
    </Page>
  );
}
