import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Card, Row } from '../../../ui/layout';
import { CONNECTION, CONNECTIONS, DOMAINS, type SsoConnection } from './read-connection';
import { texts } from './wizard-texts';

/** Disabling and deleting, each with what it means for the people who use the connection. */
export function EndConnection({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const navigate = useNavigate();
  const may = usePermissions(connection.organization_id);
  const [asked, setAsked] = useState<'disable' | 'remove' | null>(null);
  const params = { path: { connection_id: connection.id } };
  const people = useRead('/api/v1/sso/connections/{connection_id}/identities', {
    params: { ...params, query: { page: 1, limit: 1 } },
  });
  const disable = useAction(async () => unwrap(await headgate.POST('/api/v1/sso/connections/{connection_id}/disable', { params })), {
    changes: [CONNECTION, CONNECTIONS],
    onDone: () => setAsked(null),
  });
  const remove = useAction(async () => unwrap(await headgate.DELETE(CONNECTION, { params, ifMatch: connection })), {
    changes: [CONNECTIONS, DOMAINS],
    onDone: () =>
      void navigate({
        to: '/organizations/$organization/sso',
        params: { organization: String(connection.organization_id) },
      }),
  });
  if (!may('sso.manage')) return null;
  const isActive = connection.status === 'active';
  const count = people.data === undefined ? '…' : number(people.data.pagination.total);
  const close = (): void => setAsked(null);
  return (
    <Card title={t.danger}>
      {isActive && <p>{t.removeFirst}</p>}
      <Row>
        {isActive ? (
          <Button look="danger" onClick={() => setAsked('disable')}>
            {t.disable}
          </Button>
        ) : (
          <Button look="danger" onClick={() => setAsked('remove')}>
            {t.remove}
          </Button>
        )}
      </Row>
      <Confirm
        title={t.disableTitle(connection.name)}
        isOpen={asked === 'disable'}
        onClose={close}
        name={connection.name}
        verb={t.disable}
        onConfirm={() => disable.run(undefined)}
        isBusy={disable.isRunning}
        error={disable.error}
      >
        <p>{t.disableText(count)}</p>
      </Confirm>
      <Confirm
        title={t.removeTitle(connection.name)}
        isOpen={asked === 'remove'}
        onClose={close}
        name={connection.name}
        verb={t.remove}
        onConfirm={() => remove.run(undefined)}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>{t.removeText(count)}</p>
      </Confirm>
    </Card>
  );
}
