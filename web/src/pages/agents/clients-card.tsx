import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useAction } from '../../session/action';
import { headgate } from '../../session/client';
import { useDraft } from '../../session/draft';
import { type Read, useRead } from '../../session/read';
import { Button } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { Actions, Dialog } from '../../ui/dialog';
import { CheckField, TextField } from '../../ui/field';
import { Form } from '../../ui/form';
import { Card, Row } from '../../ui/layout';
import { LinesField } from '../../ui/lines-field';
import { Empty, Problem, Shown } from '../../ui/notice';
import { SecretOnce } from '../../ui/secret';
import { Table } from '../../ui/table';
import { Restored } from '../../ui/unsaved';
import { keyTexts } from '../account/key-texts';
import { texts } from './texts';

const CLIENTS = '/api/v1/organizations/{org_id}/agent-clients';

type Client = Read<typeof CLIENTS>['agent_clients'][number];

/** Programs without a metadata document, which the organization registers itself. */
export function ClientsCard({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const [isAdding, setAdding] = useState(false);
  const clients = useRead(CLIENTS, { params: { path: { org_id: organization } } });
  const add = <Button onClick={() => setAdding(true)}>{t.register}</Button>;
  return (
    <Card title={t.registeredClients} actions={(clients.data?.agent_clients.length ?? 0) > 0 && add}>
      <Shown of={clients}>
        {({ agent_clients: rows }) =>
          rows.length === 0 ? (
            <Empty title={t.noClients} action={add}>
              {t.noClientsText}
            </Empty>
          ) : (
            <ClientTable organization={organization} clients={rows} />
          )
        }
      </Shown>
      <Dialog title={t.register} isOpen={isAdding} onClose={() => setAdding(false)}>
        <RegisterForm organization={organization} onClose={() => setAdding(false)} />
      </Dialog>
    </Card>
  );
}

function ClientTable({ organization, clients }: { readonly organization: number; readonly clients: readonly Client[] }) {
  const t = useTexts(texts);
  const words = useTexts(keyTexts);
  const [asked, setAsked] = useState<Client | null>(null);
  const [replaced, setReplaced] = useState<Client | null>(null);
  // The secret lives here until it is put away, and nowhere else.
  const [secret, setSecret] = useState<string | null>(null);
  const pathOf = (id: number) => ({ params: { path: { org_id: organization, agent_client_id: id } } });
  const remove = useAction(async (id: number) => unwrap(await headgate.DELETE(`${CLIENTS}/{agent_client_id}`, pathOf(id))), {
    changes: [CLIENTS],
    onDone: () => setAsked(null),
  });
  const renew = useAction(
    async ({ id, secrets }: Client) => {
      const [oldest] = secrets;
      if (oldest !== undefined && secrets.length > 1) {
        const path = { org_id: organization, agent_client_id: id, secret_id: oldest.id };
        unwrap(await headgate.DELETE(`${CLIENTS}/{agent_client_id}/secrets/{secret_id}`, { params: { path } }));
      }
      setSecret(unwrap(await headgate.POST(`${CLIENTS}/{agent_client_id}/secrets`, pathOf(id))).client_secret.secret);
    },
    { changes: [CLIENTS], onDone: () => setReplaced(null) },
  );
  return (
    <>
      {replaced === null && <Problem error={renew.error} />}
      <Table
        caption={t.registeredClients}
        rows={clients}
        keyOf={({ id }) => id}
        columns={[
          { title: t.program, cell: ({ name }) => name },
          { title: t.clientId, cell: ({ client_id: id }) => <code>{id}</code> },
          { title: t.addresses, cell: ({ redirect_uris: addresses }) => addresses.join(', ') },
          {
            title: words.actions,
            isActions: true,
            cell: (client) => (
              <Row>
                {client.has_secrets && (
                  <Button
                    aria-label={`${t.newSecret}: ${client.name}`}
                    isBusy={renew.isRunning}
                    onClick={() => (client.secrets.length > 1 ? setReplaced(client) : renew.run(client))}
                  >
                    {t.newSecret}
                  </Button>
                )}
                <Button look="danger" aria-label={`${t.remove}: ${client.name}`} onClick={() => setAsked(client)}>
                  {t.remove}
                </Button>
              </Row>
            ),
          },
        ]}
      />
      <Confirm
        title={t.removeTitle(asked?.name ?? '')}
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        verb={t.remove}
        onConfirm={() => {
          if (asked !== null) remove.run(asked.id);
        }}
        isBusy={remove.isRunning}
        error={remove.error}
      >
        <p>{t.removeText}</p>
      </Confirm>
      <Confirm
        title={t.replaceTitle(replaced?.name ?? '')}
        isOpen={replaced !== null}
        onClose={() => setReplaced(null)}
        verb={t.newSecret}
        onConfirm={() => {
          if (replaced !== null) renew.run(replaced);
        }}
        isBusy={renew.isRunning}
        error={renew.error}
      >
        <p>{t.replaceText(replaced?.secrets[0]?.hint ?? '')}</p>
      </Confirm>
      <SecretOnce title={t.secretTitle} secret={secret} fileName="headgate-client-secret.txt" onStored={() => setSecret(null)} />
    </>
  );
}

interface Begun {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly hasSecrets: boolean;
}

function RegisterForm({ organization, onClose }: { readonly organization: number; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const draft = useDraft<Begun>('agent-client', { name: '', addresses: [], hasSecrets: false });
  const { name, addresses, hasSecrets } = draft.value;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const register = useAction(
    async () => {
      const body = { name: name.trim(), redirect_uris: [...addresses], has_secrets: hasSecrets };
      return unwrap(await headgate.POST(CLIENTS, { params: { path: { org_id: organization } }, body }));
    },
    { changes: [CLIENTS], onDone: close },
  );
  return (
    <Form onSubmit={() => register.run(undefined)} lacks={addresses.length === 0 ? [t.addresses] : []}>
      <TextField
        label={t.program}
        required
        value={name}
        onChange={({ target }) => draft.patch({ name: target.value })}
        error={register.fieldError('name')}
      />
      <LinesField
        label={t.addresses}
        hint={t.addressesHint}
        values={addresses}
        onChange={(typed) => draft.patch({ addresses: [...typed] })}
        error={register.fieldError('redirect_uris')}
      />
      <CheckField label={t.keepsSecret} checked={hasSecrets} onChange={({ target }) => draft.patch({ hasSecrets: target.checked })} />
      <Restored of={draft} />
      <Problem error={register.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={register.isRunning}>
          {t.register}
        </Button>
      </Actions>
    </Form>
  );
}
