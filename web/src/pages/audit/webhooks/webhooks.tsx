import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useOrganizationId } from '../../../session/organization';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Page } from '../../../ui/layout';
import { Badge, Empty, Shown } from '../../../ui/notice';
import { SecretOnce } from '../../../ui/secret';
import { Table } from '../../../ui/table';
import { texts } from './texts';
import { WEBHOOKS, type Webhook } from './webhook-api';
import { WebhookForm } from './webhook-form';

export function Webhooks() {
  const t = useTexts(texts);
  const { moment, relative } = useFormats();
  const organization = useOrganizationId();
  const [isMaking, setMaking] = useState(false);
  // The secret lives here until it is put away, and nowhere else.
  const [secret, setSecret] = useState<string | null>(null);
  const read = useRead(WEBHOOKS, { params: { path: { org_id: organization } } });
  const create = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {t.create}
    </Button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={(read.data?.webhooks.length ?? 0) > 0 && create}>
      <Shown of={read}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty title={t.noneTitle} action={create}>
              {t.none}
            </Empty>
          ) : (
            <Table
              caption={t.title}
              rows={webhooks}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.name,
                  cell: ({ id, name }) => (
                    <Link
                      to="/organizations/$organization/webhooks/$webhook"
                      params={{ organization: String(organization), webhook: String(id) }}
                    >
                      {name}
                    </Link>
                  ),
                },
                { title: t.url, cell: ({ url }) => new URL(url).host },
                { title: t.state, cell: (webhook) => <State of={webhook} /> },
                { title: t.last, cell: ({ delivered_at: at }) => (at === null ? t.never : relative(at)) },
                { title: t.waiting, cell: ({ waiting_since: since }) => (since === null ? t.nothingWaits : moment(since)) },
              ]}
            />
          )
        }
      </Shown>
      <Dialog title={t.create} isOpen={isMaking} onClose={() => setMaking(false)}>
        <WebhookForm organization={organization} webhook={null} onSecret={setSecret} onClose={() => setMaking(false)} />
      </Dialog>
      <SecretOnce title={t.secretTitle} secret={secret} fileName="webhook-secret.txt" onStored={() => setSecret(null)} />
    </Page>
  );
}

export function State({ of: { paused_because: pause, failures } }: { readonly of: Webhook }) {
  const t = useTexts(texts);
  if (pause !== null) return <Badge tone={pause === 'ASKED' ? 'info' : 'bad'}>{t.paused}</Badge>;
  return failures > 0 ? <Badge tone="warning">{t.failing}</Badge> : <Badge tone="good">{t.running}</Badge>;
}
