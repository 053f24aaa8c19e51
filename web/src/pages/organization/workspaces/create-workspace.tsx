import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { usePermissions } from '../../../session/me';
import { Button } from '../../../ui/button';
import { Actions } from '../../../ui/dialog';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Problem } from '../../../ui/notice';
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
  const [name, setName] = useState('');
  const create = useAction(
    async () => unwrap(await headgate.POST(WORKSPACES, { params: { path: { org_id: organization } }, body: { name: name.trim() } })),
    { changes: [WORKSPACES, '/api/v1/me'], onDone: ({ workspace }) => onCreated(workspace.id) },
  );
  return (
    <Form label={t.create} onSubmit={() => create.run(undefined)}>
      <p>
        {t.createLead} {may('workspace.delete') ? t.createManages : t.createJoins}
      </p>
      <TextField label={t.name} value={name} onChange={({ target }) => setName(target.value)} error={create.fieldError('name')} autoFocus />
      <Problem error={create.error} />
      <Actions>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="submit" look="primary" disabled={name.trim() === ''} isBusy={create.isRunning}>
          {t.createVerb}
        </Button>
      </Actions>
    </Form>
  );
}
