import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { CopyButton } from '../../../ui/copy-button';
import { Card, Row, Stack } from '../../../ui/layout';
import { Badge, Notice, Problem } from '../../../ui/notice';
import { Table } from '../../../ui/table';
import { CopiedValues } from '../copied-value';
import type { SsoConnection } from './read-connection';

const KEYS = '/api/v1/sso/connections/{connection_id}/keys';
const KEY = '/api/v1/sso/connections/{connection_id}/keys/{key_id}';
const MOST = 3;

const texts = catalogue(
  {
    title: 'Keys of Headgate',
    lead: 'If the connection says so, Headgate signs what it sends to this provider and decrypts what it gets. The provider has to know the key.',
    where: 'Public keys (JWKS URL)',
    whereSaml: 'Metadata with these certificates',
    howToReplace:
      'To replace a key, add one, tell the provider, and then sign with it. The one before stays published, and decrypts, until you delete it.',
    created: 'Created',
    until: 'Valid until',
    state: 'State',
    signs: 'signs',
    published: 'published',
    certificate: 'Certificate',
    copy: (from: string) => `Certificate of ${from}`,
    actions: 'Actions',
    add: 'Add a key',
    use: 'Sign with it',
    useTitle: 'Sign with this key?',
    useText: 'First give this key to the provider. It refuses signatures of a key that it does not know, and then nobody can sign in.',
    remove: 'Delete',
    removeTitle: 'Delete this key?',
    removeText: 'It cannot be restored. Remove it at the provider too.',
  },
  {
    title: 'Schlüssel von Headgate',
    lead: 'Je nach Verbindung signiert Headgate, was es diesem Anbieter sendet, und entschlüsselt, was es bekommt. Der Anbieter muss den Schlüssel kennen.',
    where: 'Öffentliche Schlüssel (JWKS-URL)',
    whereSaml: 'Metadaten mit diesen Zertifikaten',
    howToReplace:
      'Um einen Schlüssel zu ersetzen, fügen Sie einen hinzu, teilen ihn dem Anbieter mit und signieren dann mit ihm. Der alte bleibt veröffentlicht und entschlüsselt, bis Sie ihn löschen.',
    created: 'Angelegt',
    until: 'Gültig bis',
    state: 'Zustand',
    signs: 'signiert',
    published: 'veröffentlicht',
    certificate: 'Zertifikat',
    copy: (from: string) => `Zertifikat vom ${from}`,
    actions: 'Aktionen',
    add: 'Schlüssel hinzufügen',
    use: 'Damit signieren',
    useTitle: 'Mit diesem Schlüssel signieren?',
    useText:
      'Geben Sie diesen Schlüssel zuerst dem Anbieter. Signaturen eines unbekannten Schlüssels lehnt er ab, und dann kann sich niemand anmelden.',
    remove: 'Löschen',
    removeTitle: 'Diesen Schlüssel löschen?',
    removeText: 'Er lässt sich nicht wiederherstellen. Entfernen Sie ihn auch beim Anbieter.',
  },
);

/** The keys of this service at a connection; nothing while it signs with none. */
export function Keys({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const may = usePermissions(connection.organization_id);
  const [asked, setAsked] = useState<{ readonly what: 'use' | 'remove'; readonly id: number } | null>(null);
  const path = { connection_id: connection.id };
  const read = useRead(KEYS, { params: { path } });
  const close = (): void => setAsked(null);
  const changes = [KEYS] as const;
  const add = useAction(async () => unwrap(await headgate.POST(KEYS, { params: { path } })), { changes });
  const use = useAction(async (key: number) => unwrap(await headgate.POST(`${KEY}/use`, { params: { path: { ...path, key_id: key } } })), {
    changes,
    onDone: close,
  });
  const remove = useAction(async (key: number) => unwrap(await headgate.DELETE(KEY, { params: { path: { ...path, key_id: key } } })), {
    changes,
    onDone: close,
  });
  const keys = read.data?.keys ?? [];
  if (keys.length === 0) return null;
  const ours = connection.service_provider;
  const address = 'jwks_uri' in ours ? { label: t.where, value: ours.jwks_uri } : { label: t.whereSaml, value: ours.metadata_url };
  const mayChange = may('sso.manage');
  const act = asked?.what === 'remove' ? remove : use;
  return (
    <Card title={t.title}>
      <Stack>
        <p>{t.lead}</p>
        <CopiedValues values={[address]} />
        <Table
          caption={t.title}
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            { title: t.created, isWhen: true, cell: ({ created_at: at }) => moment(at) },
            { title: t.until, isWhen: true, cell: ({ not_after: until }) => moment(until) },
            {
              title: t.state,
              cell: ({ is_current: signs }) => <Badge {...(signs && { tone: 'good' as const })}>{signs ? t.signs : t.published}</Badge>,
            },
            { title: t.certificate, cell: (key) => <CopyButton value={key.certificate} of={t.copy(moment(key.created_at))} /> },
            ...(mayChange && keys.length > 1
              ? [
                  {
                    title: t.actions,
                    isActions: true,
                    cell: ({ id, is_current: signs }: (typeof keys)[number]) =>
                      !signs && (
                        <Row>
                          <Button onClick={() => setAsked({ what: 'use', id })}>{t.use}</Button>
                          <Button look="danger" onClick={() => setAsked({ what: 'remove', id })}>
                            {t.remove}
                          </Button>
                        </Row>
                      ),
                  },
                ]
              : []),
          ]}
        />
        {mayChange && (
          <>
            <Notice>{t.howToReplace}</Notice>
            <Problem error={add.error} />
            {keys.length < MOST && (
              <Row>
                <Button onClick={() => add.run(undefined)} isBusy={add.isRunning}>
                  {t.add}
                </Button>
              </Row>
            )}
          </>
        )}
      </Stack>
      <Confirm
        title={asked?.what === 'remove' ? t.removeTitle : t.useTitle}
        isOpen={asked !== null}
        onClose={close}
        verb={asked?.what === 'remove' ? t.remove : t.use}
        onConfirm={() => asked !== null && act.run(asked.id)}
        isBusy={act.isRunning}
        error={act.error}
      >
        <p>{asked?.what === 'remove' ? t.removeText : t.useText}</p>
      </Confirm>
    </Card>
  );
}
