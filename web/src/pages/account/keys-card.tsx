import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../i18n/formats';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useMe } from '../../session/me';
import { type Read, useRead } from '../../session/read';
import { usePageOf } from '../../session/place';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { CopyButton } from '../../ui/copy-button';
import { Help } from '../../ui/help';
import { Card, Row, Stack } from '../../ui/layout';
import { Badge, Empty, Shown } from '../../ui/notice';
import { SecretOnce } from '../../ui/secret';
import { Pager, Table } from '../../ui/table';
import { ACCESS_KEYS, MakeKey, type NewKey } from './make-key';
import { keyTexts } from './key-texts';
import styles from './keys.module.css';

type Key = Read<typeof ACCESS_KEYS>['access_keys'][number];

const TONES = { active: 'good', expired: 'bad', revoked: 'bad', ended: 'warning' } as const;

export function KeysCard() {
  const t = useTexts(keyTexts);
  const organizations = useMe()?.organizations ?? [];
  const page = usePageOf('keys');
  const [isMaking, setMaking] = useState(false);
  // The secret lives here until it is put away, and nowhere else.
  const [made, setMade] = useState<NewKey | null>(null);
  const keys = useRead(ACCESS_KEYS, { params: { query: { page, limit: 10 } } });
  const address = `${location.origin}/mcp`;
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t.make}
    </Button>
  );
  return (
    <Card title={t.keys} {...(organizations.length > 0 && (keys.data?.access_keys.length ?? 0) > 0 && { actions: make })}>
      <p>
        {t.keysText} <Help at="mcp#make-a-key" about={t.keys} />
      </p>
      <Row>
        <span>{t.address}:</span>
        <code className={styles['address']}>{address}</code>
        <CopyButton value={address} of={t.address} />
      </Row>
      <Shown of={keys}>
        {({ access_keys: rows, pagination }) =>
          rows.length === 0 ? (
            <Empty title={t.noKeys} action={organizations.length > 0 && make}>
              {organizations.length > 0 ? t.noKeysText : t.noOrganization}
            </Empty>
          ) : (
            <Stack>
              <KeyTable keys={rows} />
              <Pager pagination={pagination} list="keys" />
            </Stack>
          )
        }
      </Shown>
      <MakeKey organizations={organizations} isOpen={isMaking} onClose={() => setMaking(false)} onMade={setMade} />
      <SecretOnce title={t.secretTitle} secret={made?.token ?? null} fileName="headgate-key.txt" onStored={() => setMade(null)} />
    </Card>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  const t = useTexts(keyTexts);
  const { moment, relative } = useFormats();
  const organizations = useMe()?.organizations ?? [];
  const [asked, setAsked] = useState<Key | null>(null);
  const revoke = useAction(
    async (id: number) => unwrap(await headgate.DELETE(`${ACCESS_KEYS}/{access_key_id}`, { params: { path: { access_key_id: id } } })),
    { changes: [ACCESS_KEYS], onDone: () => setAsked(null) },
  );
  return (
    <>
      <Table
        caption={t.keys}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            title: t.name,
            cell: ({ name, hint }) => (
              <>
                {name} <span className={styles['hint']}>({t.ending(hint)})</span>
              </>
            ),
          },
          {
            title: t.organization,
            cell: ({ organization_id: of }) => organizations.find(({ id }) => id === of)?.name ?? String(of),
          },
          { title: t.scopes, cell: ({ scopes }) => scopes.map((scope) => t[scope]).join(', ') },
          { title: t.state, cell: ({ status }) => <Badge tone={TONES[status]}>{t[status]}</Badge> },
          { title: t.expires, isWhen: true, cell: ({ expires_at: at }) => moment(at) },
          { title: t.lastUsed, cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)) },
          {
            title: t.actions,
            isActions: true,
            cell: (key) =>
              (key.status === 'active' || key.status === 'ended') && (
                <Button look="danger" aria-label={`${t.revoke}: ${key.name}`} onClick={() => setAsked(key)}>
                  {t.revoke}
                </Button>
              ),
          },
        ]}
      />
      <Confirm
        title={t.revokeTitle(asked?.name ?? '')}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        verb={t.revoke}
        onConfirm={() => {
          if (asked !== null) revoke.run(asked.id);
        }}
        isBusy={revoke.isRunning}
        error={revoke.error}
      >
        <p>{t.revokeText}</p>
      </Confirm>
    </>
  );
}
