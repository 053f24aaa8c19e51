import { unwrap } from '@headgate/client';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { usePageOf } from '../../session/place';
import { useRead } from '../../session/read';
import { Help } from '../../ui/help';
import { Card, Stack } from '../../ui/layout';
import { Empty, Shown } from '../../ui/notice';
import { Pager } from '../../ui/table';
import { AGENTS } from './agent-api';
import { AgentTable } from './agent-table';
import { texts } from './texts';

/** The programs that the person has connected. */
export function AgentsCard() {
  const t = useTexts(texts);
  const page = usePageOf('agents');
  const organizations = useMe()?.organizations ?? [];
  const agents = useRead(AGENTS, { params: { query: { page, limit: 10 } } });
  const end = useAction(
    async (id: number) => unwrap(await headgate.DELETE(`${AGENTS}/{agent_id}`, { params: { path: { agent_id: id } } })),
    { changes: [AGENTS] },
  );
  return (
    <Card title={t.connected}>
      <p>
        {t.connectedText} <Help at="mcp#connect-by-oauth" about={t.connected} />
      </p>
      <Shown of={agents}>
        {({ agents: rows, pagination }) =>
          rows.length === 0 ? (
            <Empty title={t.noAgents}>{t.noneText(`${location.origin}/mcp`)}</Empty>
          ) : (
            <Stack>
              <AgentTable
                agents={rows}
                whose={{
                  title: t.organization,
                  cell: ({ organization_id: of }) => organizations.find(({ id }) => id === of)?.name ?? String(of),
                }}
                end={end}
              />
              <Pager pagination={pagination} list="agents" />
            </Stack>
          )
        }
      </Shown>
    </Card>
  );
}
