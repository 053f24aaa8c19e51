import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { type Read, useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Card } from '../../ui/layout';
import { Shown } from '../../ui/notice';
import { Pager, Table } from '../../ui/table';
import { texts } from './texts';

const PATH = '/api/v1/me/identities';

type Identity = Read<typeof PATH>['identities'][number];

export function IdentitiesCard() {
  const t = useTexts(texts);
  const { relative } = useFormats();
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<Identity | null>(null);
  const identities = useRead(PATH, { params: { query: { page, limit: 10 } } });
  const unlink = useAction(
    async (id: number) => unwrap(await headgate.DELETE('/api/v1/sso/identities/{identity_id}', { params: { path: { identity_id: id } } })),
    { changes: [PATH], onDone: () => setLeaving(null) },
  );
  return (
    <Card title={t.identities}>
      <Shown of={identities}>
        {(read) =>
          read.identities.length === 0 ? (
            <p>{t.noIdentities}</p>
          ) : (
            <>
              <Table
                caption={t.identities}
                rows={read.identities}
                keyOf={({ id }) => id}
                columns={[
                  { title: t.provider, cell: ({ connection_name: name }) => name },
                  { title: t.subject, cell: ({ email, subject }) => email ?? subject },
                  {
                    title: t.lastUsed,
                    cell: ({ last_login_at: at }) => (at === null ? t.never : relative(at)),
                  },
                  {
                    title: t.actions,
                    cell: (identity) => (
                      <Button look="danger" aria-label={`${t.unlink}: ${identity.connection_name}`} onClick={() => setLeaving(identity)}>
                        {t.unlink}
                      </Button>
                    ),
                  },
                ]}
              />
              <Pager pagination={read.pagination} onPage={setPage} />
            </>
          )
        }
      </Shown>
      <Confirm
        title={t.unlink}
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        verb={t.unlink}
        onConfirm={() => leaving !== null && unlink.run(leaving.id)}
        isBusy={unlink.isRunning}
        error={unlink.error}
      >
        <p>{t.unlinkText}</p>
      </Confirm>
    </Card>
  );
}
