import { unwrap } from '@headgate/client';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useOrganizationId } from '../../../session/organization';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm, DeleteButton } from '../../../ui/confirm';
import { Dialog } from '../../../ui/dialog';
import { Card, Page, Row, Stack } from '../../../ui/layout';
import { Notice, Problem, Shown } from '../../../ui/notice';
import { SecretOnce } from '../../../ui/secret';
import styles from '../audit.module.css';
import { DeliveryLog } from './delivery-log';
import { Replay } from './replay';
import { texts } from './texts';
import { OLD_AFTER_A_CHANGE, WEBHOOK, WEBHOOKS, type Webhook } from './webhook-api';
import { WebhookForm } from './webhook-form';
import { State } from './webhooks';

export function WebhookPage() {
  const t = useTexts(texts);
  const organization = useOrganizationId();
  const { webhook } = useParams({ strict: false });
  const read = useRead(WEBHOOK, { params: { path: { org_id: organization, webhook_id: Number(webhook) } } });
  return (
    <Page title={read.data?.webhook.name ?? t.webhook}>
      <Shown of={read}>{({ webhook: found }) => <Parts organization={organization} webhook={found} />}</Shown>
    </Page>
  );
}

interface PartsProps {
  readonly organization: number;
  readonly webhook: Webhook;
}

function Parts({ organization, webhook }: PartsProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const path = { org_id: organization, webhook_id: webhook.id };
  const remove = useAction(async () => unwrap(await headgate.DELETE(WEBHOOK, { params: { path }, ifMatch: webhook })), {
    changes: [WEBHOOKS],
    onDone: () =>
      void navigate({ to: '/organizations/$organization/webhooks', params: { organization: String(organization) }, ignoreBlocker: true }),
  });
  return (
    <>
      <StateCard organization={organization} webhook={webhook} />
      <SettingsCard organization={organization} webhook={webhook} />
      <DeliveryLog organization={organization} webhook={webhook.id} />
      <Replay organization={organization} webhook={webhook.id} />
      <DeleteButton words={t} onDelete={() => remove.run(undefined)} isBusy={remove.isRunning} error={remove.error} />
    </>
  );
}

/** Whether it runs, what it waits for, and what can be done about it. */
function StateCard({ organization, webhook }: PartsProps) {
  const t = useTexts(texts);
  const { moment, relative } = useFormats();
  const path = { org_id: organization, webhook_id: webhook.id };
  const { paused_because: pause, failing_since: since, next_attempt_at: next, failing_event_id: event, waiting_since: waits } = webhook;
  const [isAsking, setAsking] = useState(false);
  const turn = useAction(
    async () =>
      unwrap(
        await headgate.PATCH(WEBHOOK, {
          params: { path },
          body: { is_paused: pause === null },
          ifMatch: webhook,
        }),
      ),
    { changes: OLD_AFTER_A_CHANGE },
  );
  const setAside = useAction(
    async (id: number) => unwrap(await headgate.POST(`${WEBHOOK}/set-aside`, { params: { path }, body: { event_id: id } })),
    { changes: OLD_AFTER_A_CHANGE, onDone: () => setAsking(false) },
  );
  return (
    <Card
      title={t.state}
      actions={
        <Button isBusy={turn.isRunning} onClick={() => turn.run(undefined)}>
          {pause === null ? t.pause : t.resume}
        </Button>
      }
    >
      <Stack>
        <Row>
          <State of={webhook} />
          <span>{waits === null ? t.nothingWaits : `${t.waiting} ${moment(waits)}`}</span>
        </Row>
        {pause !== null && (
          <Notice tone={pause === 'ASKED' ? 'info' : 'bad'}>
            <p>{t.because(pause)}</p>
            <p>{t.noneLost}</p>
          </Notice>
        )}
        {pause === null && since !== null && next !== null && (
          <Notice tone="warning">
            <p>{t.failingText(moment(since), relative(next))}</p>
            <p>{t.noneLost}</p>
          </Notice>
        )}
        {event !== null && (
          <Row>
            <Button onClick={() => setAsking(true)}>{t.setAside(String(event))}</Button>
          </Row>
        )}
        <Problem error={turn.error} />
      </Stack>
      <Confirm
        title={t.setAsideTitle}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        verb={t.setAside(String(event))}
        onConfirm={() => event !== null && setAside.run(event)}
        isBusy={setAside.isRunning}
        error={setAside.error}
      >
        <p>{t.setAsideText}</p>
      </Confirm>
    </Card>
  );
}

function SettingsCard({ organization, webhook }: PartsProps) {
  const t = useTexts(texts);
  const [isEditing, setEditing] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const replace = useAction(
    async () => {
      const params = { path: { org_id: organization, webhook_id: webhook.id } };
      // Kept here alone, so that no cache of what was done keeps it.
      setSecret(unwrap(await headgate.POST(`${WEBHOOK}/secret`, { params })).secret);
    },
    { onDone: () => setReplacing(false) },
  );
  return (
    <Card
      title={t.settings}
      actions={
        <>
          <Button onClick={() => setReplacing(true)}>{t.replace}</Button>
          <Button onClick={() => setEditing(true)}>{t.edit}</Button>
        </>
      }
    >
      <dl className={styles['facts']}>
        <dt>{t.url}</dt>
        <dd>{webhook.url}</dd>
        <dt>{t.sent}</dt>
        <dd>{webhook.actions.length === 0 ? t.all : <code>{webhook.actions.join(', ')}</code>}</dd>
      </dl>
      <Dialog title={t.edit} isOpen={isEditing} onClose={() => setEditing(false)}>
        <WebhookForm organization={organization} webhook={webhook} onSecret={setSecret} onClose={() => setEditing(false)} />
      </Dialog>
      <Confirm
        title={t.replaceTitle}
        isOpen={isReplacing}
        onClose={() => setReplacing(false)}
        verb={t.replace}
        onConfirm={() => replace.run(undefined)}
        isBusy={replace.isRunning}
        error={replace.error}
      >
        <p>{t.replaceText}</p>
      </Confirm>
      <SecretOnce title={t.secretTitle} secret={secret} fileName="webhook-secret.txt" onStored={() => setSecret(null)} />
    </Card>
  );
}
