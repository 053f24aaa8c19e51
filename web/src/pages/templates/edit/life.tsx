import { unwrap } from '@headgate/client';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { Confirm } from '../../../ui/confirm';
import { Actions, Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Notice, Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { CHANGED, LIST, ONE, type Template, VERSIONS } from '../template';
import { texts } from './texts';

interface LifeProps {
  readonly template: Template;
  readonly isDirty: boolean;
  readonly mayPublish: boolean;
}

/** Publish, archive, delete: what a template may become next. */
export function Life({ template, isDirty, mayPublish }: LifeProps) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState<'publish' | 'end' | null>(null);
  const versions = useRead(VERSIONS, { params: { path: { template_id: template.id }, query: { limit: 1 } } });
  if (template.status === 'archived') return null;
  if (versions.data === undefined) return <Problem error={versions.error} onRetry={() => void versions.refetch()} />;
  const wasPublished = versions.data.pagination.total > 0;
  const close = (): void => setOpen(null);
  return (
    <>
      {(!wasPublished || mayPublish) && (
        <Button look="danger" onClick={() => setOpen('end')}>
          {wasPublished ? t.archive : t.erase}
        </Button>
      )}
      {mayPublish && template.status === 'draft' && (
        <Button look="primary" onClick={() => setOpen('publish')}>
          {t.publish}
        </Button>
      )}
      <Dialog title={t.publish} isOpen={isOpen === 'publish'} onClose={close}>
        {isDirty ? <Notice tone="warning">{t.publishFirst}</Notice> : <Publish template={template} onDone={close} />}
      </Dialog>
      {wasPublished ? (
        <Archive template={template} isOpen={isOpen === 'end'} onClose={close} />
      ) : (
        <Delete template={template} isOpen={isOpen === 'end'} onClose={close} />
      )}
    </>
  );
}

function Publish({ template, onDone }: { readonly template: Template; readonly onDone: () => void }) {
  const t = useTexts(texts);
  const draft = useDraft<string>('message', '');
  const message = draft.value;
  const publish = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/prompt-templates/{template_id}/publish', {
          params: { path: { template_id: template.id } },
          body: message === '' ? {} : { message },
          ifMatch: template,
        }),
      ),
    {
      changes: CHANGED,
      onDone: () => {
        draft.discard();
        onDone();
      },
    },
  );
  const details = publish.fieldError('template_text');
  return (
    <Form onSubmit={() => publish.run(undefined)}>
      <p>{t.publishText}</p>
      <TextField isProse label={t.message} value={message} onChange={({ target }) => draft.change(target.value)} />
      <Restored of={draft} />
      <Problem error={publish.error} />
      {details !== undefined && <p>{details}</p>}
      <Actions>
        <Button type="submit" look="primary" isBusy={publish.isRunning}>
          {t.publish}
        </Button>
      </Actions>
    </Form>
  );
}

interface EndProps {
  readonly template: Template;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function Archive({ template, isOpen, onClose }: EndProps) {
  const t = useTexts(texts);
  const { number } = useFormats();
  const archive = useAction(
    async () =>
      unwrap(
        await headgate.POST('/api/v1/prompt-templates/{template_id}/archive', {
          params: { path: { template_id: template.id } },
          ifMatch: template,
        }),
      ),
    { changes: CHANGED, onDone: onClose },
  );
  return (
    <Confirm
      title={t.archiveTitle}
      isOpen={isOpen}
      onClose={onClose}
      verb={t.archive}
      name={template.name}
      onConfirm={() => archive.run(undefined)}
      isBusy={archive.isRunning}
      error={archive.error}
    >
      <p>{t.archiveText(number(template.usage_count))}</p>
    </Confirm>
  );
}

function Delete({ template, isOpen, onClose }: EndProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const params = { path: { template_id: template.id } };
  const remove = useAction(async () => unwrap(await headgate.DELETE(ONE, { params, ifMatch: template })), {
    changes: [LIST],
    onDone: () => void navigate({ to: '/templates' }),
  });
  return (
    <Confirm
      title={t.deleteTitle}
      isOpen={isOpen}
      onClose={onClose}
      verb={t.erase}
      name={template.name}
      onConfirm={() => remove.run(undefined)}
      isBusy={remove.isRunning}
      error={remove.error}
    >
      <p>{t.deleteText}</p>
    </Confirm>
  );
}
