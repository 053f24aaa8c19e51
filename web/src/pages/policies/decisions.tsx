import { Link, getRouteApi } from '@tanstack/react-router';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { usePlace } from '../../session/place';
import { Button } from '../../ui/button';
import { Page } from '../../ui/layout';
import { Badge, Empty, Notice, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { View, Views } from '../../ui/views';
import { permissionTexts } from '../organization/permissions';
import { Thing } from '../organization/thing';
import { Explanation } from './explanation';
import { MemberLink } from './member-link';
import { DECISIONS } from './policy-api';
import { texts } from './texts';

const route = getRouteApi('/signed-in/organizations/$organization/policies/decisions');
const PATH = '/organizations/$organization/policies/decisions';

export function Decisions() {
  const t = useTexts(texts);
  const words: Readonly<Record<string, string>> = useTexts(permissionTexts);
  const { instant } = useFormats();
  const { organization } = route.useParams();
  const { page = 1, show, policy } = route.useSearch();
  const [explained, explain] = usePlace('decision');
  const ofPolicy = policy === undefined ? {} : { policy };
  const query = {
    organization_id: Number(organization),
    page,
    limit: 25,
    show: show ?? ('of_interest' as const),
    ...(policy !== undefined && { policy_id: policy }),
  };
  const decisions = useRead(DECISIONS, { params: { query } });
  const outcome = (isAllowed: boolean) => <Badge tone={isAllowed ? 'good' : 'bad'}>{isAllowed ? t.allowed : t.refused}</Badge>;
  return (
    <Page title={t.decisions} lead={t.decisionsLead}>
      <Views label={t.view}>
        <View to={PATH} params={{ organization }} search={ofPolicy} isShown={show === undefined}>
          {t.interesting}
        </View>
        <View to={PATH} params={{ organization }} search={{ ...ofPolicy, show: 'all' }} isShown={show === 'all'}>
          {t.all}
        </View>
      </Views>
      {policy !== undefined && (
        <Notice>
          <p>
            {t.onePolicy}{' '}
            <Link to="/organizations/$organization/policies/$policy" params={{ organization, policy: String(policy) }}>
              {t.thatPolicy}
            </Link>{' '}
            <Link to={PATH} params={{ organization }} search={show === undefined ? {} : { show }}>
              {t.ofAllPolicies}
            </Link>
          </p>
        </Notice>
      )}
      <Shown of={decisions}>
        {(read) =>
          read.decisions.length === 0 ? (
            <Empty title={t.noDecisions}>{t.noDecisionsText}</Empty>
          ) : (
            <Table
              caption={t.decisions}
              rows={read.decisions}
              keyOf={({ id }) => id}
              columns={[
                { title: t.when, isWhen: true, cell: ({ decided_at: at }) => instant(at) },
                {
                  title: t.person,
                  cell: ({ user_id: id }) => <MemberLink organization={Number(organization)} user={id} />,
                },
                { title: t.action, cell: ({ action }) => <span title={action}>{words[action] ?? action}</span> },
                {
                  title: t.resource,
                  cell: ({ resource: { type, id } }) => (
                    <Thing organization={Number(organization)} type={type} id={String(id ?? organization)}>
                      {t.thing(type, String(id ?? organization))}
                    </Thing>
                  ),
                },
                { title: t.outcome, cell: ({ allowed }) => outcome(allowed) },
                { title: t.inShadow, cell: ({ shadow }) => shadow !== null && outcome(shadow.allowed) },
                {
                  title: t.explain,
                  cell: ({ id }) => (
                    <Button aria-haspopup="dialog" onClick={() => explain(id)}>
                      {t.explain}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Shown>
      {decisions.data !== undefined && <Pager pagination={decisions.data.pagination} />}
      {explained !== undefined && <Explanation decision={explained} onClose={() => explain(undefined)} />}
    </Page>
  );
}
