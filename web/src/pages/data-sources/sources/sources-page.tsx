import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { type Me, permissionsIn, placesOf, useMe } from '../../../session/me';
import { useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Help } from '../../../ui/help';
import { Page, Row, Stack } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { type Column, Pager, Table } from '../../../ui/table';
import { WorkspaceLink, WorkspaceSwitch, workspaceTexts } from '../../../ui/workspace';
import { ENGINES, type Source } from '../engines';
import { texts as shared } from '../texts';
import { LastRead } from './last-read';
import { NewSourcesCard } from './new-sources-card';
import { RememberedCard } from './remembered-card';

const texts = catalogue(
  {
    lead: 'Databases that can be explored and asked here. Headgate only reads them.',
    create: 'New data source',
    organization: 'Organization',
    everywhere: 'All organizations',
    name: 'Name',
    kind: 'Kind',
    place: 'Where',
    discovered: 'Schema',
    closed: 'Closed',
    failing: 'Cannot be read',
    emptyTitle: 'No data sources yet',
    emptyHere: 'No data sources in this workspace',
    empty: 'A data source is one of your databases. Register it to explore its schema and ask questions.',
    ask: 'Ask an administrator of the organization to register one.',
  },
  {
    lead: 'Datenbanken, die Sie hier erkunden und befragen können. Headgate liest sie nur.',
    create: 'Neue Datenquelle',
    organization: 'Organisation',
    everywhere: 'Alle Organisationen',
    name: 'Name',
    kind: 'Art',
    place: 'Ort',
    discovered: 'Schema',
    closed: 'Geschlossen',
    failing: 'Nicht lesbar',
    emptyTitle: 'Noch keine Datenquellen',
    emptyHere: 'Keine Datenquellen in diesem Arbeitsbereich',
    empty: 'Eine Datenquelle ist eine Ihrer Datenbanken. Sobald sie eingetragen ist, können Sie ihr Schema erkunden und Fragen stellen.',
    ask: 'Bitten Sie die Administration der Organisation, eine einzutragen.',
  },
);

const ROUTE = '/signed-in/data-sources';
const ON_A_PAGE = 20;

export function SourcesPage() {
  const t = useTexts({ en: { ...shared.en, ...texts.en }, de: { ...shared.de, ...texts.de } });
  const { organization, workspace, page = 1 } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/data-sources' });
  const me = useMe();
  const read = useRead('/api/v1/data-sources', {
    params: {
      query: {
        page,
        limit: ON_A_PAGE,
        ...(organization && { organization_id: organization }),
        ...(workspace && { workspace_id: workspace }),
      },
    },
  });
  const place = organization ?? (me?.organizations.length === 1 ? me.organizations[0]?.id : undefined);
  const mayCreate = me !== undefined && placesOf(me, 'data_source.write').length > 0;
  const create = mayCreate && (
    <LinkButton
      to="/data-sources/new"
      search={place === undefined ? {} : { organization: place, ...(workspace && { workspace }) }}
      look="primary"
    >
      {t.create}
    </LinkButton>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={create}>
      <Stack isNarrow>
        {me !== undefined && me.organizations.length > 1 && (
          <SelectField
            label={t.organization}
            value={organization ?? ''}
            onChange={({ target }) => void navigate({ search: target.value === '' ? {} : { organization: Number(target.value) } })}
          >
            <option value="">{t.everywhere}</option>
            {me.organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        {place !== undefined && (
          <WorkspaceSwitch
            organization={place}
            workspace={workspace ?? null}
            onChange={(next) => void navigate({ search: { organization: place, ...(next !== null && { workspace: next }) } })}
          />
        )}
      </Stack>
      <Shown of={read}>
        {({ data_sources, pagination }) =>
          pagination.total === 0 ? (
            <Empty
              title={workspace === undefined ? t.emptyTitle : t.emptyHere}
              action={
                <Row>
                  {create || <span>{t.ask}</span>}
                  <Help at="data#where-a-data-source-may-be" about={t.title} />
                </Row>
              }
            >
              {t.empty}
            </Empty>
          ) : (
            <>
              <Sources sources={data_sources} />
              <Pager pagination={pagination} />
            </>
          )
        }
      </Shown>
      {place !== undefined && me !== undefined && <Guarded me={me} organization={place} />}
    </Page>
  );
}

/** How the organization guards its data, for people who may know. */
function Guarded({ me, organization }: { readonly me: Me; readonly organization: number }) {
  const held = permissionsIn(me, organization);
  return (
    <>
      {held.has('organization.update') && held.has('abac.grant') && <NewSourcesCard organization={organization} />}
      {held.has('data_source.read') && held.has('abac.read') && (
        <RememberedCard organization={organization} mayRelease={held.has('abac.grant')} />
      )}
    </>
  );
}

function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const t = useTexts({ en: { ...shared.en, ...texts.en }, de: { ...shared.de, ...texts.de } });
  const { workspace } = useTexts(workspaceTexts);
  const me = useMe();
  const place: Column<Source> = {
    title: workspace,
    cell: (source) => <WorkspaceLink organization={source.organization_id} workspace={source.workspace_id} />,
  };
  return (
    <Table
      caption={t.title}
      rows={sources}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.name,
          cell: ({ id, name, state, failing_since: failing }) => (
            <>
              <Link to="/data-sources/$source/schema" params={{ source: String(id) }}>
                {name}
              </Link>{' '}
              {state === 'closed' && <Badge tone="warning">{t.closed}</Badge>} {failing !== null && <Badge tone="bad">{t.failing}</Badge>}
            </>
          ),
        },
        ...(sources.some((source) => source.workspace_id !== null) ? [place] : []),
        { title: t.kind, cell: ({ engine }) => ENGINES[engine] },
        { title: t.place, cell: ({ connection }) => placeOf(connection) },
        {
          title: t.discovered,
          isWhen: true,
          cell: ({ id, organization_id, state }) =>
            state === 'open' || (me !== undefined && permissionsIn(me, organization_id).has('abac.grant')) ? (
              <LastRead source={id} />
            ) : null,
        },
      ]}
    />
  );
}

function placeOf(connection: Source['connection']): string {
  return 'file' in connection ? connection.file : `${connection.host}:${connection.port}/${connection.database}`;
}
