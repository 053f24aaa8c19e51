import { unwrap } from '@headgate/client';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button } from '../../ui/button';
import { Help } from '../../ui/help';
import { Card, Row } from '../../ui/layout';
import { Badge, Problem, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { texts } from './texts';

const PATH = '/api/v1/devices';

export function DevicesCard() {
  const t = useTexts(texts);
  const { moment, relative } = useFormats();
  const page = usePageOf('devices');
  const devices = useRead(PATH, { params: { query: { page, limit: 10 } } });
  const revoke = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/devices/{device_id}', { params: { path: { device_id: id } } })),
    { changes: [PATH] },
  );
  return (
    <Card title={t.devices}>
      <p>
        {t.devicesText} <Help at="identity#trusted-devices" about={t.devices} />
      </p>
      <Problem error={revoke.error} />
      <Shown of={devices}>
        {(read) =>
          read.devices.length === 0 ? (
            <p>{t.noDevices}</p>
          ) : (
            <>
              <Table
                caption={t.devices}
                rows={read.devices}
                keyOf={({ device_id: id }) => id}
                columns={[
                  { title: t.name, cell: ({ device_name: name, is_current: isHere }) => (isHere ? `${name} (${t.here})` : name) },
                  { title: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)) },
                  {
                    title: t.state,
                    cell: ({ status, expires_at: until, revoked_at: since }) => {
                      const at = status === 'trusted' ? until : since;
                      const limit = status === 'trusted' ? t.trustedUntil : t.revokedSince;
                      return (
                        <Row>
                          <Badge tone={status === 'trusted' ? 'good' : 'info'}>{t[status]}</Badge>
                          {at !== null && <span>{limit(moment(at))}</span>}
                        </Row>
                      );
                    },
                  },
                  {
                    title: t.actions,
                    isActions: true,
                    cell: ({ device_id: id, device_name: name, status }) =>
                      status === 'trusted' && (
                        <Button
                          look="danger"
                          aria-label={`${t.distrust}: ${name}`}
                          isBusy={revoke.isRunning}
                          onClick={() => revoke.run(id)}
                        >
                          {t.distrust}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager pagination={read.pagination} list="devices" />
            </>
          )
        }
      </Shown>
    </Card>
  );
}
