import { Link, getRouteApi } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { type Read, useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Help } from '../../ui/help';
import { Page, Stack } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { Way } from '../migration/way';
import { CONNECTIONS, isConfigured } from './connection/read-connection';
import { ConnectionBadge } from './connection/connection-badge';
import { DomainsCard } from './domains/domains-card';
import styles from './sign-on.module.css';
import { texts } from './texts';
import { useOrganizationId } from '../../session/organization';

const route = getRouteApi('/signed-in/organizations/$organization/sso');

/** The ways to an identity provider, and the domains whose people take them. */
export function Connections() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const may = usePermissions(organization);
  const { page = 1 } = route.useSearch();
  const connections = useRead(CONNECTIONS, { params: { path: { org_id: organization }, query: { page, limit: 20 } } });
  const add = may('sso.manage') && (
    <LinkButton look="primary" to="/organizations/$organization/sso/new" params={{ organization: String(organization) }}>
      {t.add}
    </LinkButton>
  );
  const move = (
    <Link to="/organizations/$organization/sso/moves" params={{ organization: String(organization) }}>
      {t.move}
    </Link>
  );
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="from-passwords-to-sso#2-connect-and-show-whose-domain-it-is" about={t.title} />
        </>
      }
      {...(connections.data !== undefined && connections.data.connections.length > 0 && { actions: add })}
    >
      <Shown of={connections}>
        {(data) => (
          <Stack>
            {may('sso.enforce') && <Way organization={organization} isShort />}
            {data.connections.length === 0 ? (
              <Empty title={t.none} action={add}>
                {t.noneText}
              </Empty>
            ) : (
              <>
                <ConnectionTable data={data} organization={organization} />
                {data.pagination.total > 1 && <p>{move}</p>}
              </>
            )}
            <DomainsCard organization={organization} connections={data.connections} />
          </Stack>
        )}
      </Shown>
    </Page>
  );
}

interface TableProps {
  readonly data: Read<typeof CONNECTIONS>;
  readonly organization: number;
}

function ConnectionTable({ data, organization }: TableProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  return (
    <>
      <Table
        caption={t.connections}
        rows={data.connections}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ id, name }) => (
              <Link
                to="/organizations/$organization/sso/$connection"
                params={{ organization: String(organization), connection: String(id) }}
              >
                {name}
              </Link>
            ),
          },
          { title: t.state, cell: (connection) => <ConnectionBadge status={connection.status} /> },
          { title: t.protocol, cell: ({ type }) => (type === 'oidc' ? 'OpenID Connect' : 'SAML') },
          {
            title: t.issuer,
            cell: (connection) => (isConfigured(connection) ? <span className={styles['break']}>{connection.issuer}</span> : t.notEntered),
          },
          { title: t.tested, cell: ({ tested_at: at }) => (at === null ? t.never : relative(at)) },
        ]}
      />
      <Pager pagination={data.pagination} />
    </>
  );
}
