import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { Card, Stack } from '../../ui/layout';
import { Notice } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { FilterField } from '../organization/filter-field';
import { texts } from './preview-texts';
import { PreviewedRelation, type PreviewRead } from './previewed-relation';
import { Status } from './status';

interface PreviewAnswerProps {
  readonly organization: number;
  readonly answer: PreviewRead;
  /** Counts as if it were active; `null`: the one that is not saved. */
  readonly counted: number | null | undefined;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly onPage?: (page: number) => void;
}

/** What a member would see: the policies that say so, then each relation. */
export function PreviewAnswer({ organization, answer, counted, search, onSearch, onPage }: PreviewAnswerProps) {
  const t = useTexts(texts);
  return (
    <>
      {!answer.member.may_run_queries && <Notice tone="warning">{t.noQueries}</Notice>}
      <Policies organization={organization} policies={answer.data_policies} counted={counted} />
      <Stack isNarrow>
        <FilterField label={t.search} value={search} onFilter={onSearch} />
      </Stack>
      {answer.relations.length === 0 && <p role="status">{t.nothing}</p>}
      {answer.relations.map((relation) => (
        <PreviewedRelation key={`${relation.schema}\0${relation.relation}`} organization={organization} relation={relation} />
      ))}
      <Pager pagination={answer.pagination} onPage={onPage} />
    </>
  );
}

interface PoliciesProps {
  readonly organization: number;
  readonly policies: PreviewRead['data_policies'];
  readonly counted: number | null | undefined;
}

function Policies({ organization, policies, counted }: PoliciesProps) {
  const t = useTexts(texts);
  if (policies.length === 0) return <Notice>{t.noPolicies}</Notice>;
  return (
    <Card title={t.policies}>
      <Table
        caption={t.policies}
        rows={policies}
        keyOf={({ id }) => id ?? 0}
        columns={[
          {
            title: t.policy,
            cell: ({ id, name }) =>
              id === null ? (
                name || t.unsavedPolicy
              ) : (
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
                <Status of={status} /> {id === counted && <span>{t.counted}</span>}
              </>
            ),
          },
          {
            title: t.applies,
            cell: ({ applies, failure, depends_on_session: depends }) => (
              <>
                <span>{failure === null ? (applies ? t.yes : t.no) : t.notKnown}</span>
                {depends && <div>{t.session}</div>}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
