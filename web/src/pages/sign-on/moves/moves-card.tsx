import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useOrganizationId } from '../../../session/organization';
import { usePageOf } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { Badge, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { MOVES, type Move, PEOPLE } from './reads';
import { texts } from './texts';

const TONES = { started: 'info', confirmed: 'good', rolled_back: 'warning' } as const;

/** All waves, the newest first, and how each ends. */
export function MovesCard({ mayEnforce }: { readonly mayEnforce: boolean }) {
  const t = useTexts(texts);
  const { moment, number } = useFormats();
  const page = usePageOf('waves');
  const query = { page, limit: 20 };
  const moves = useRead(MOVES, { params: { path: { organization_id: useOrganizationId() }, query } });
  return (
    <Card title={t.waves}>
      <Shown of={moves}>
        {({ moves: all, pagination }) =>
          all.length === 0 ? (
            <p>{t.noWaves}</p>
          ) : (
            <>
              <Table
                caption={t.waves}
                rows={all}
                keyOf={({ number: key }) => key}
                columns={[
                  { title: t.name, cell: ({ name }) => name },
                  { title: t.way, cell: ({ from, to }) => t.fromTo(from.name, to.name) },
                  {
                    title: t.state,
                    cell: ({ status, is_held_up: isHeldUp }) => (
                      <Badge tone={isHeldUp ? 'bad' : TONES[status]}>{isHeldUp ? t.heldUp : t.status(status)}</Badge>
                    ),
                  },
                  { title: t.arrived, cell: ({ arrived, members }) => t.ofMembers(number(arrived), number(members)) },
                  { title: t.since, cell: ({ started_at: at }) => moment(at) },
                  ...(mayEnforce ? [{ title: t.action, cell: (move: Move) => <Ends move={move} /> }] : []),
                ]}
              />
              <Pager pagination={pagination} list="waves" />
            </>
          )
        }
      </Shown>
    </Card>
  );
}

function Ends({ move }: { readonly move: Move }) {
  if (move.status !== 'started') return '–';
  return (
    <Row>
      <End move={move} how="confirm" />
      <End move={move} how="rollback" />
    </Row>
  );
}

function End({ move, how }: { readonly move: Move; readonly how: 'confirm' | 'rollback' }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const organization = useOrganizationId();
  const [isAsking, setAsking] = useState(false);
  const path = { organization_id: organization, number: move.number };
  const end = useAction(
    async () =>
      how === 'confirm'
        ? unwrap(await headgate.POST(`${MOVES}/{number}/confirm`, { params: { path } }))
        : unwrap(await headgate.POST(`${MOVES}/{number}/rollback`, { params: { path } })),
    { changes: [MOVES, PEOPLE], onDone: () => setAsking(false) },
  );
  const { arrived, members } = move;
  return (
    <>
      <Button aria-label={t.endOf(how, move.name)} onClick={() => setAsking(true)}>
        {t.ends(how)}
      </Button>
      <Confirm
        title={t.endTitle(how, move.name)}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        verb={t.ends(how)}
        onConfirm={() => end.run(undefined)}
        isBusy={end.isRunning}
        error={end.error}
      >
        <p>{how === 'confirm' ? t.confirmText(number(arrived), number(members - arrived)) : t.rollbackText}</p>
      </Confirm>
    </>
  );
}
