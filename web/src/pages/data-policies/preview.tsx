import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/texts';
import { usePermissions } from '../../session/me';
import { useRead } from '../../session/read';
import { Card, Page, Stack } from '../../ui/layout';
import { Forbidden, Shown } from '../../ui/notice';
import { PREVIEW } from './data-policy-api';
import { ChosenMember, MemberChoice } from './member-choice';
import { texts } from './preview-texts';
import { PreviewAnswer } from './preview-answer';
import { SourceField } from './source-field';

const route = getRouteApi('/signed-in/organizations/$organization/data-policies/preview');

export function PreviewPage() {
  const t = useTexts(texts);
  const { organization } = route.useParams();
  const may = usePermissions(Number(organization));
  return (
    <Page title={t.title} lead={t.lead}>
      {may('abac.manage') && may('data_source.read') ? <Preview organization={Number(organization)} /> : <Forbidden />}
    </Page>
  );
}

/** What another member would see of a data source: which one, who, and then each relation. */
function Preview({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const { source, member, policy } = route.useSearch();
  const navigate = route.useNavigate();
  const kept = { ...(policy !== undefined && { policy }) };
  return (
    <>
      <Card title={t.who}>
        <Stack isNarrow>
          <SourceField
            organization={organization}
            label={t.source}
            value={source ?? null}
            onChange={(chosen) =>
              void navigate({
                search: {
                  ...kept,
                  ...(member !== undefined && { member }),
                  ...(chosen !== null && { source: chosen }),
                },
              })
            }
            none={t.choose}
          />
        </Stack>
        {member === undefined ? (
          <MemberChoice
            organization={organization}
            onChoose={(chosen) => void navigate({ search: { ...kept, ...(source !== undefined && { source }), member: chosen } })}
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
  const { policy, search = '', page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const read = useRead(PREVIEW, {
    params: {
      path: { data_source_id: source, user_id: member },
      query: {
        page,
        limit: ON_A_PAGE,
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
      {(data) => <PreviewAnswer organization={organization} answer={data} counted={policy} search={search} onSearch={filter} />}
    </Shown>
  );
}
