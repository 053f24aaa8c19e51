import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { SaveRow, Unsaved } from '../../../ui/unsaved';
import { NotSaved, isConflict } from '../../../ui/conflict';
import { HOLDERS, ROLE, ROLES } from '../paths';
import type { Role } from '../roles-of';
import { PermissionChoice } from './permission-choice';
import { isSame, useDifferences } from './role-draft';
import { texts } from './texts';

interface RoleFormProps {
  readonly organization: number;
  /** As it is saved now. */
  readonly role: Role;
}

export function RoleForm({ organization, role }: RoleFormProps) {
  const t = useTexts(texts);
  const saved = { name: role.name, permissions: role.permissions };
  const draft = useDraft('role', saved, { version: `"${role.version}"`, isSame });
  const { name, permissions } = draft.value;
  const { isDirty } = draft;
  const differences = useDifferences(role, draft.value);
  const save = useAction(
    async (version: string) => {
      const params = { path: { role_id: role.id } };
      const body = { name: name.trim(), permissions: [...permissions] };
      return unwrap(await headgate.PUT(ROLE, { params, body, ifMatch: version })).role;
    },
    {
      changes: [ROLES, HOLDERS, '/api/v1/me'],
      onDone: (done) => draft.begin({ name: done.name, permissions: done.permissions }, headgate.versionOf(done)),
    },
  );
  const isRefused = isConflict(save.error);
  return (
    <Form label={role.name} onSubmit={() => isDirty && save.run(draft.begun.version)}>
      <Card title={t.permissions}>
        <Stack isNarrow>
          <TextField
            isProse
            label={t.name}
            value={name}
            onChange={({ target }) => draft.change({ name: target.value, permissions })}
            error={save.fieldError('name')}
          />
        </Stack>
        <PermissionChoice organization={organization} chosen={permissions} onChange={(next) => draft.change({ name, permissions: next })} />
        <NotSaved save={save} draft={draft} differences={differences} onKeepMine={() => save.run(`"${role.version}"`)} />
        {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
        <SaveRow>
          <Button type="submit" look="primary" disabled={!isDirty || isRefused} isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button disabled={!isDirty} onClick={draft.discard}>
            {t.revert}
          </Button>
        </SaveRow>
      </Card>
      <Unsaved of={draft} />
    </Form>
  );
}
