import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePageOf } from '../../../session/place';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Card, Row, Stack } from '../../../ui/layout';
import { Badge, Empty, Problem, Shown } from '../../../ui/notice';
import { Pager, Table } from '../../../ui/table';
import { useActionName } from '../actions';
import { texts } from './texts';
import { DELIVERIES, type Delivery, OLD_AFTER_A_CHANGE, WEBHOOK } from './webhook-api';

const TONES = { delivered: 'good', failed: 'bad', set_aside: 'warning' } as const;

/** What was sent, and what the receiver answered. */
export function DeliveryLog({ organization, webhook }: { readonly organization: number; readonly webhook: number }) {
  const t = useTexts(texts);
  const { instant, number } = useFormats();
  const inWords = useActionName();
  const page = usePageOf();
  const path = { org_id: organization, webhook_id: webhook };
  const read = useRead(DELIVERIES, { params: { path, query: { page, limit: 20 } } });
  const test = useAction(async () => unwrap(await headgate.POST(`${WEBHOOK}/test`, { params: { path } })), { changes: OLD_AFTER_A_CHANGE });
  const again = useAction(
    async (id: number) => unwrap(await headgate.POST(`${WEBHOOK}/again`, { params: { path }, body: { event_id: id } })),
    { changes: OLD_AFTER_A_CHANGE },
  );
  return (
    <Card
      title={t.log}
      actions={
        <Button isBusy={test.isRunning} onClick={() => test.run(undefined)}>
          {t.test}
        </Button>
      }
    >
      <p>{t.logText}</p>
      <Problem error={test.error ?? again.error} />
      <Shown of={read}>
        {({ deliveries, pagination }) =>
          deliveries.length === 0 ? (
            <Empty title={t.logEmptyTitle}>{t.logEmpty}</Empty>
          ) : (
            <Stack>
              <Table
                caption={t.log}
                rows={deliveries}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.when, cell: ({ at }) => instant(at) },
                  {
                    title: t.event,
                    cell: ({ event_id: event, action }) => (event === null ? t.testEvent : `${inWords(action)} (${event})`),
                  },
                  { title: t.outcome, cell: (delivery) => <Outcome of={delivery} /> },
                  { title: t.duration, cell: ({ duration_ms: time }) => t.milliseconds(number(time)) },
                  {
                    title: t.again,
                    isActions: true,
                    cell: ({ event_id: event }) =>
                      event !== null && (
                        <Button aria-label={t.againNamed(String(event))} isBusy={again.isRunning} onClick={() => again.run(event)}>
                          {t.again}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager pagination={pagination} />
            </Stack>
          )
        }
      </Shown>
    </Card>
  );
}

function Outcome({ of: { outcome, fault, status } }: { readonly of: Delivery }) {
  const t = useTexts(texts);
  return (
    <Row>
      <Badge tone={TONES[outcome]}>{t.outcomeOf(outcome)}</Badge>
      {fault !== null && <span>{status === null ? t.faultOf(fault) : t.answered(String(status))}</span>}
    </Row>
  );
}
