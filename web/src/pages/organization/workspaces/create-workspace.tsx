import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { usePermissions } from '../../../session/me';
import { Button } from '../../../ui/button';
import { Actions } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';
import { Restored } from '../../../ui/unsaved';
import { WORKSPACES } from '../paths';
import { texts } from './texts';

interface CreateWorkspaceProps {
  readonly organization: number;
  readonly onCancel: () => void;
  readonly onCreated: (id: number) => void;
}

export function CreateWorkspace({ organization, onCancel, onCreated }: CreateWorkspaceProps) {
  const t = useTexts(texts);
  const may = usePermissions(organization);
  const draft = useDraft<string>('workspace', '');
  const name = draft.value;
  const create = useAction(
    async () => unwrap(await headgate.POST(WORKSPACES, { params: { path: { org_id: organization } }, body: { name: name.trim() } })),
    {
      changes: [WORKSPACES, '/api/v1/me'],
      onDone: ({ workspace }) => {
        draft.begin();
        onCreated(workspace.id);
      },
    },
  );
  const close = (): void => {
    draft.discard();
    onCancel();
  };
  return (
    <Form label={t.create} onSubmit={() => create.run(undefined)}>
      <p>
        {t.createLead} {may('workspace.delete') ? t.createManages : t.createJoins}
      </p>
      <TextField
        isProse
        label={t.name}
        required
        value={name}
        onChange={({ target }) => draft.change(target.value)}
        error={create.fieldError('name')}
        autoFocus
      />
      <Restored of={draft} />
      <Problem error={create.error} />
      <Actions>
        <Button onClick={close}>{t.cancel}</Button>
        <Button type="submit" look="primary" isBusy={create.isRunning}>
          {t.createVerb}
        </Button>
      </Actions>
    </Form>
  );
}
