import { Link, getRouteApi } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { LinkButton } from '../../ui/button';
import { Help } from '../../ui/help';
import { Page } from '../../ui/layout';
import { Badge, Empty, Shown } from '../../ui/notice';
import { NamedList } from '../organization/named-list';
import { Table } from '../../ui/table';
import { NamesNothingMark } from '../policies/names-nothing';
import { DATA_POLICIES, type DataPolicy } from './data-policy-api';
import { SourceName } from './source-name';
import { Status } from './status';
import { texts } from './texts';
import { WhomWords } from './whom-words';

const route = getRouteApi('/signed-in/organizations/$organization/data-policies');

export function DataPolicies() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  const policies = useRead(DATA_POLICIES, { params: { query: { organization_id: Number(organization) } } });
  const create = may('abac.manage') && (
    <LinkButton look="primary" to="/organizations/$organization/data-policies/new" params={{ organization }}>
      {t.create}
    </LinkButton>
  );
  return (
    <Page
      title={t.title}
      lead={
        <>
          {t.lead} <Help at="data-policies#what-a-restriction-does" about={t.title} />
        </>
      }
      actions={
        <>
          {may('abac.manage') && may('data_source.read') && (
            <Link to="/organizations/$organization/data-policies/preview" params={{ organization }}>
              {t.preview}
            </Link>
          )}
          {policies.data !== undefined && policies.data.data_policies.length > 0 && create}
        </>
      }
    >
      <Shown of={policies}>
        {({ data_policies: read }) =>
          read.length === 0 ? (
            <Empty title={t.none} action={create}>
              {t.noneText}
            </Empty>
          ) : (
            <NamedList rows={read}>{(shown) => <List organization={organization} policies={shown} />}</NamedList>
          )
        }
      </Shown>
    </Page>
  );
}

interface ListProps {
  readonly organization: string;
  readonly policies: readonly DataPolicy[];
}

function List({ organization, policies }: ListProps) {
  const t = useTexts(texts);
  const { relative } = useFormats();
  return (
    <Table
      caption={t.title}
      rows={policies}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t.name,
          cell: ({ id, name }) => (
            <Link to="/organizations/$organization/data-policies/$policy" params={{ organization, policy: String(id) }}>
              {name}
            </Link>
          ),
        },
        {
          title: t.status,
          cell: ({ status, outdated, names_nothing: names, unfit_attributes: unfit, failing }) => (
            <>
              <Status of={status} /> {outdated.length > 0 && <Badge tone="warning">{t.outdated}</Badge>}{' '}
              {failing !== null && <Badge tone="bad">{t.failing}</Badge>} {unfit.length > 0 && <Badge tone="warning">{t.unfit}</Badge>}{' '}
              <NamesNothingMark of={names} />
            </>
          ),
        },
        {
          title: t.source,
          cell: ({ data_source_id: source }) => (source === null ? t.allSources : <SourceName of={source} />),
        },
        {
          title: t.forWhom,
          cell: ({ applies_when: condition }) =>
            condition === null ? t.everyone : <WhomWords organization={Number(organization)} condition={condition} />,
        },
        { title: t.changed, cell: ({ updated_at: at }) => relative(at) },
      ]}
    />
  );
}
