import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMethods } from '../../session/methods';
import { useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card } from '../../ui/layout';
import { Badge, Problem, Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { texts } from './texts';

const PATH = '/api/v1/sessions';

export function SessionsCard() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const inWords = useMethods();
  const page = usePageOf('sessions');
  const [isSure, setSure] = useState(false);
  const sessions = useRead(PATH, { params: { query: { page, limit: 10 } } });
  const end = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/sessions/{session_id}', { params: { path: { session_id: id } } })),
    { changes: [PATH] },
  );
  const endOthers = useAction(async () => unwrap(await headgate.DELETE(PATH)), {
    changes: [PATH],
    onDone: () => setSure(false),
  });
  return (
    <Card title={t.sessions} actions={<Button onClick={() => setSure(true)}>{t.endOthers}</Button>}>
      <Problem error={end.error} />
      <Shown of={sessions}>
        {(read) => (
          <>
            <Table
              caption={t.sessions}
              rows={read.sessions}
              keyOf={({ id }) => id}
              columns={[
                { title: t.session, cell: ({ device_name: name }) => name },
                { title: t.address, cell: ({ ip }) => ip ?? t.unknown },
                { title: t.method, cell: ({ auth_method: method }) => inWords(method) },
                { title: t.lastUsed, cell: ({ last_used_at: at }) => relative(at) },
                {
                  title: t.actions,
                  isActions: true,
                  cell: ({ id, is_current: isCurrent, device_name: name }) =>
                    isCurrent ? (
                      <Badge tone="good">{t.current}</Badge>
                    ) : (
                      <Button look="danger" aria-label={`${t.end}: ${name}`} isBusy={end.isRunning} onClick={() => end.run(id)}>
                        {t.end}
                      </Button>
                    ),
                },
              ]}
            />
            <Pager pagination={read.pagination} list="sessions" />
          </>
        )}
      </Shown>
      <Confirm
        title={t.endOthers}
        isOpen={isSure}
        onClose={() => setSure(false)}
        verb={t.endOthers}
        onConfirm={() => endOthers.run(undefined)}
        isBusy={endOthers.isRunning}
        error={endOthers.error}
      >
        <p>{t.endOthersText}</p>
      </Confirm>
    </Card>
  );
}
