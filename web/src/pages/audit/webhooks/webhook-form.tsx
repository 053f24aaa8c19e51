import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { Actions } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { LinesField } from '../../../ui/lines-field';
import { texts } from './texts';
import { WEBHOOK, WEBHOOKS, type Webhook } from './webhook-api';

interface WebhookFormProps {
  readonly organization: number;
  /** `null` for a new one. */
  readonly webhook: Webhook | null;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** Where to, and which events. */
export function WebhookForm({ organization, webhook, onSecret, onClose }: WebhookFormProps) {
  const t = useTexts(texts);
  const saved: Pick<Webhook, 'name' | 'url'> & { readonly actions: readonly string[] } = webhook ?? { name: '', url: '', actions: [] };
  // An address may hold a token of the receiver, so no store of the browser gets it.
  const version = webhook === null ? 'new' : headgate.versionOf(webhook);
  const draft = useDraft(`webhook ${webhook?.id ?? 'new'}`, saved, { isOfPage: true, version });
  const { value } = draft;
  const close = (): void => {
    draft.discard();
    onClose();
  };
  const save = useAction(
    async (over: string) => {
      const body = { name: value.name.trim(), url: value.url.trim(), actions: value.actions.map((one) => one.trim()) };
      const path = { org_id: organization };
      if (webhook === null) onSecret(unwrap(await headgate.POST(WEBHOOKS, { params: { path }, body })).secret);
      else {
        const params = { path: { ...path, webhook_id: webhook.id } };
        unwrap(await headgate.PATCH(WEBHOOK, { params, body, ifMatch: over }));
      }
    },
    { changes: [WEBHOOKS, WEBHOOK], onDone: close },
  );
  const isRefused = isConflict(save.error);
  const differences = [
    { what: t.name, theirs: saved.name, mine: value.name },
    { what: t.url, theirs: saved.url, mine: value.url },
    { what: t.actions, theirs: saved.actions.join(', '), mine: value.actions.join(', ') },
  ];
  return (
    <Form onSubmit={() => isRefused || save.run(draft.begun.version)}>
      <TextField
        isProse
        label={t.name}
        required
        maxLength={100}
        value={value.name}
        onChange={({ target }) => draft.patch({ name: target.value })}
        error={save.fieldError('name')}
      />
      <TextField
        label={t.url}
        hint={t.urlHint}
        type="url"
        required
        maxLength={2000}
        value={value.url}
        onChange={({ target }) => draft.patch({ url: target.value })}
        error={save.fieldError('url')}
      />
      <LinesField
        label={t.actions}
        hint={t.actionsHint}
        values={value.actions}
        onChange={(actions) => draft.patch({ actions })}
        error={save.fieldError('actions')}
      />
      <NotSaved
        save={save}
        draft={draft}
        differences={differences.filter(({ theirs, mine }) => theirs !== mine)}
        onKeepMine={() => {
          draft.overwrite();
          save.run(version);
        }}
      />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" disabled={isRefused} isBusy={save.isRunning}>
          {t.save}
        </Button>
      </Actions>
    </Form>
  );
}
