import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { permissionsIn, useMe } from '../../../session/me';
import { useRead } from '../../../session/read';
import { LinkButton } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Page, Stack } from '../../../ui/layout';
import { Empty, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { ENGINES, type Source } from '../engines';
import { texts as shared } from '../texts';
import { LastRead } from './last-read';

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
    emptyTitle: 'No data sources yet',
    empty:
      'A data source is a database of yours. Once it is registered, its schema can be explored and questions can be asked.',
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
    emptyTitle: 'Noch keine Datenquellen',
    empty:
      'Eine Datenquelle ist eine Ihrer Datenbanken. Sobald sie eingetragen ist, können Sie ihr Schema erkunden und Fragen stellen.',
    ask: 'Bitten Sie die Administration der Organisation, eine einzutragen.',
  },
);

const ROUTE = '/signed-in/data-sources';
const ON_A_PAGE = 20;

export function SourcesPage() {
  const t = useTexts({ en: { ...shared.en, ...texts.en }, de: { ...shared.de, ...texts.de } });
  const { organization, page = 1 } = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: '/data-sources' });
  const me = useMe();
  const read = useRead('/api/v1/data-sources', {
    params: { query: { page, limit: ON_A_PAGE, ...(organization !== undefined && { organization_id: organization }) } },
  });
  const mayCreate = me?.organizations.some(({ id }) => permissionsIn(me, id).has('data_source.write')) ?? false;
  const create = mayCreate && (
    <LinkButton to="/data-sources/new" look="primary">
      {t.create}
    </LinkButton>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={create}>
      {me !== undefined && me.organizations.length > 1 && (
        <Stack isNarrow>
          <SelectField
            label={t.organization}
            value={organization ?? ''}
            onChange={({ target }) =>
              void navigate({ search: target.value === '' ? {} : { organization: Number(target.value) } })
            }
          >
            <option value="">{t.everywhere}</option>
            {me.organizations.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </Stack>
      )}
      <Shown of={read}>
        {({ data_sources, pagination }) =>
          pagination.total === 0 ? (
            <Empty title={t.emptyTitle} action={create || <p>{t.ask}</p>}>
              {t.empty}
            </Empty>
          ) : (
            <>
              <Sources sources={data_sources} />
              <Pager
                pagination={pagination}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
              />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

function Sources({ sources }: { readonly sources: readonly Source[] }) {
  const t = useTexts({ en: { ...shared.en, ...texts.en }, de: { ...shared.de, ...texts.de } });
  return (
    <Table
      caption={t.title}
      rows={sources}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.name,
          cell: ({ id, name }) => (
            <Link to="/data-sources/$source/schema" params={{ source: String(id) }}>
              {name}
            </Link>
          ),
        },
        { title: t.kind, cell: ({ engine }) => ENGINES[engine] },
        { title: t.place, cell: ({ connection }) => placeOf(connection) },
        { title: t.discovered, cell: ({ id }) => <LastRead source={id} /> },
      ]}
    />
  );
}

function placeOf(connection: Source['connection']): string {
  return 'file' in connection ? connection.file : `${connection.host}:${connection.port}/${connection.database}`;
}
