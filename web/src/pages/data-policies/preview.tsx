import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { SelectField } from '../../ui/field';
import { Card, Page, Stack } from '../../ui/layout';
import { Forbidden, Notice, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { FilterField } from '../organization/filter-field';
import { PREVIEW, useSources } from './data-policy-api';
import { ChosenMember, MemberChoice } from './member-choice';
import { texts } from './preview-texts';
import { PreviewedRelation, type PreviewRead } from './previewed-relation';
import { Status } from './status';

const route = getRouteApi('/signed-in/organizations/$organization/data-policies/preview');

export function PreviewPage() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        <Link to="/organizations/$organization/data-policies" params={{ organization }}>
          {t.back}
        </Link>
      }
    >
      {may('abac.manage') && may('data_source.read') ? <Preview organization={Number(organization)} /> : <Forbidden />}
    </Page>
  );
}

/** What another member would see of a data source: which one, who, and then each relation. */
function Preview({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const { source, member, policy } = route.useSearch();
  const navigate = route.useNavigate();
  const sources = useSources(organization) ?? [];
  const kept = { ...(policy !== undefined && { policy }) };
  return (
    <>
      <Card title={t.who}>
        <Stack isNarrow>
          <SelectField
            label={t.source}
            value={source ?? ''}
            onChange={({ target }) =>
              void navigate({
                search: {
                  ...kept,
                  ...(member !== undefined && { member }),
                  ...(target.value !== '' && { source: Number(target.value) }),
                },
              })
            }
          >
            <option value="">{t.choose}</option>
            {sources.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </Stack>
        {member === undefined ? (
          <MemberChoice
            organization={organization}
            onChoose={(chosen) =>
              void navigate({ search: { ...kept, ...(source !== undefined && { source }), member: chosen } })
            }
          />
        ) : (
          <ChosenMember
            organization={organization}
            member={member}
            onLeave={() => void navigate({ search: { ...kept, ...(source !== undefined && { source }) } })}
          />
        )}
      </Card>
      {source !== undefined && member !== undefined && (
        <Previewed key={`${source} ${member}`} organization={organization} source={source} member={member} />
      )}
    </>
  );
}

interface PreviewedProps {
  readonly organization: number;
  readonly source: number;
  readonly member: number;
}

const ON_A_PAGE = 20;

function Previewed({ organization, source, member }: PreviewedProps) {
  const t = useTexts(texts);
  const { policy, search = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(PREVIEW, {
    params: {
      path: { data_source_id: source, user_id: member },
      query: {
        ...{ page, limit: ON_A_PAGE },
        ...(search !== '' && { search }),
        ...(policy !== undefined && { data_policy_id: policy }),
      },
    },
  });
  const filter = useCallback(
    (text: string) =>
      void navigate({
        search: (before) => ({ ...before, page: undefined, search: text === '' ? undefined : text }),
        replace: true,
      }),
    [navigate],
  );
  return (
    <Shown of={read}>
      {(data) => (
        <>
          {!data.member.may_run_queries && <Notice tone="warning">{t.noQueries}</Notice>}
          <Policies organization={organization} policies={data.data_policies} counted={policy} />
          <Stack isNarrow>
            <FilterField label={t.search} value={search} onFilter={filter} />
          </Stack>
          {data.relations.length === 0 && <p role="status">{t.nothing}</p>}
          {data.relations.map((relation) => (
            <PreviewedRelation
              key={`${relation.schema}\0${relation.relation}`}
              organization={organization}
              relation={relation}
            />
          ))}
          <Pager
            pagination={data.pagination}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
          />
        </>
      )}
    </Shown>
  );
}

interface PoliciesProps {
  readonly organization: number;
  readonly policies: PreviewRead['data_policies'];
  /** A draft that counts as if it were active. */
  readonly counted: number | undefined;
}

function Policies({ organization, policies, counted }: PoliciesProps) {
  const t = useTexts(texts);
  if (policies.length === 0) return <Notice>{t.noPolicies}</Notice>;
  return (
    <Card title={t.policies}>
      <Table
        caption={t.policies}
        rows={policies}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.policy,
            cell: ({ id, name }) => (
              <Link
                to="/organizations/$organization/data-policies/$policy"
                params={{ organization: String(organization), policy: String(id) }}
              >
                {name}
              </Link>
            ),
          },
          {
            title: t.status,
            cell: ({ id, status }) => (
              <>
                <Status of={status} /> {id === counted && status !== 'active' && t.counted}
              </>
            ),
          },
          {
            title: t.applies,
            cell: ({ applies, depends_on_session: depends }) => (
              <>
                {applies ? t.yes : t.no}
                {depends && <div>{t.session}</div>}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
