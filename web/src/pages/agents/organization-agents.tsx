import { unwrap } from '@headgate/client';
import { useParams } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { usePermissions } from '../../session/me';
import { usePageOf } from '../../session/place';
import { useRead } from '../../session/read';
import { Card, Page, Stack } from '../../ui/layout';
import { Empty, Forbidden, Shown } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { AgentTable } from './agent-table';
import { ClientsCard } from './clients-card';
import { RULES, RulesForm } from './rules-form';
import { texts } from './texts';

const MEMBER_AGENTS = '/api/v1/organizations/{org_id}/agents';

/** What an organization decides about AI clients, and which are connected. */
export function OrganizationAgents() {
  const t = useTexts(texts);
  const organization = Number(useParams({ from: '/signed-in/organizations/$organization/agents' }).organization);
  const may = usePermissions(organization);
  const rules = useRead(RULES, { params: { path: { org_id: organization } } });
  return (
    <Page title={t.clients} lead={t.clientsLead}>
      <Shown of={rules}>
        {({ agent_rules }) =>
          may('organization.update') ? (
            <Stack>
              <Card title={t.rules}>
                <RulesForm key={organization} organization={organization} rules={agent_rules} />
              </Card>
              <ClientsCard organization={organization} />
              {may('member.security.read') && <MembersCard organization={organization} mayEnd={may('member.remove')} />}
            </Stack>
          ) : (
            <Forbidden />
          )
        }
      </Shown>
    </Page>
  );
}

function MembersCard({ organization, mayEnd }: { readonly organization: number; readonly mayEnd: boolean }) {
  const t = useTexts(texts);
  const page = usePageOf('agents');
  const agents = useRead(MEMBER_AGENTS, { params: { path: { org_id: organization }, query: { page, limit: 10 } } });
  const end = useAction(
    async (id: number) =>
      unwrap(await headgate.DELETE(`${MEMBER_AGENTS}/{agent_id}`, { params: { path: { org_id: organization, agent_id: id } } })),
    { changes: [MEMBER_AGENTS] },
  );
  return (
    <Card title={t.connected}>
      <Shown of={agents}>
        {({ agents: rows, pagination }) =>
          rows.length === 0 ? (
            <Empty title={t.noneOfMembers}>{t.noneOfMembersText}</Empty>
          ) : (
            <Stack>
              <AgentTable
                agents={rows}
                whose={{ title: t.member, cell: ({ username, display_name: name }) => name ?? username }}
                end={mayEnd ? end : null}
              />
              <Pager pagination={pagination} list="agents" />
            </Stack>
          )
        }
      </Shown>
    </Card>
  );
}
