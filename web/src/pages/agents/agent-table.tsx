import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import type { Read } from '../../session/read';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Badge } from '../../ui/notice';
import { type Column, Table } from '../../ui/table';
import { keyTexts } from '../account/key-texts';
import { texts } from './texts';

type Agent = Read<'/api/v1/agents'>['agents'][number];

interface AgentTableProps<Item> {
  readonly agents: readonly Item[];
  /** The column that differs: the organization, or the member. */
  readonly whose: Column<Item>;
  readonly end: {
    readonly run: (id: number) => void;
    readonly isRunning: boolean;
    readonly error: Error | null;
    readonly result: unknown;
  } | null;
}

export function AgentTable<Item extends Agent>({ agents, whose, end }: AgentTableProps<Item>) {
  const t = useTexts(texts);
  const words = useTexts(keyTexts);
  const { moment, relative } = useFormats();
  const [chosen, setChosen] = useState<Item | null>(null);
  // Once it is gone from the list, nothing is left to confirm.
  const asked = chosen !== null && agents.some(({ id }) => id === chosen.id) ? chosen : null;
  return (
    <>
      <Table
        caption={t.connected}
        rows={agents}
        keyOf={({ id }) => id}
        columns={[
          { title: t.program, cell: ({ name, redirect_host: host }) => `${name} (${host})` },
          whose,
          { title: t.scopes, cell: ({ scopes }) => scopes.map((scope) => words[scope]).join(', ') },
          { title: words.state, cell: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warning'}>{t[status]}</Badge> },
          { title: words.expires, isWhen: true, cell: ({ expires_at: at }) => moment(at) },
          { title: words.lastUsed, cell: ({ last_used_at: at }) => (at === null ? words.never : relative(at)) },
          {
            title: words.actions,
            isActions: true,
            cell: (agent) =>
              end !== null && (
                <Button look="danger" aria-label={`${t.end}: ${agent.name}`} onClick={() => setChosen(agent)}>
                  {t.end}
                </Button>
              ),
          },
        ]}
      />
      <Confirm
        title={t.endTitle(asked?.name ?? '')}
        isOpen={asked !== null}
        onClose={() => setChosen(null)}
        verb={t.end}
        onConfirm={() => {
          if (asked !== null) end?.run(asked.id);
        }}
        isBusy={end?.isRunning ?? false}
        error={end?.error ?? null}
      >
        <p>{t.endText}</p>
      </Confirm>
    </>
  );
}
