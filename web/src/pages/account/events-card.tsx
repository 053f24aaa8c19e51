import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Card } from '../../ui/layout';
import { Badge, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { useActionName } from '../audit/actions';
import { texts } from './texts';

export function EventsCard() {
  const t = useTexts(texts);
  const { instant } = useFormats();
  const inWords = useActionName();
  const page = usePageOf('events');
  const events = useRead('/api/v1/me/security-events', { params: { query: { page, limit: 10 } } });
  const actors = { you: t.you, 'somebody else': t.somebodyElse, unknown: t.unknown } as const;
  return (
    <Card title={t.events}>
      <Shown of={events}>
        {(read) => (
          <>
            <Table
              caption={t.events}
              rows={read.security_events}
              keyOf={({ id }) => id}
              columns={[
                { title: t.when, isWhen: true, cell: ({ occurred_at: at }) => instant(at) },
                { title: t.what, cell: ({ action }) => inWords(action) },
                {
                  title: t.outcome,
                  cell: ({ outcome, reason }) => (
                    <>
                      <Badge tone={outcome === 'success' ? 'good' : 'bad'}>{t[outcome]}</Badge> {reason}
                    </>
                  ),
                },
                { title: t.by, cell: ({ by }) => actors[by] },
                { title: t.address, cell: ({ ip }) => ip ?? t.unknown },
              ]}
            />
            <Pager pagination={read.pagination} list="events" />
          </>
        )}
      </Shown>
    </Card>
  );
}
