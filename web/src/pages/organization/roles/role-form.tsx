import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { Conflict, isConflict } from '../../../ui/conflict';
import { HOLDERS, ROLE, ROLES } from '../paths';
import type { Role } from '../roles-of';
import { PermissionChoice } from './permission-choice';
import { type RoleDraft, isSame, useDifferences } from './role-draft';
import { texts } from './texts';

interface RoleFormProps {
  readonly organization: number;
  /** As it is saved now. */
  readonly role: Role;
}

export function RoleForm({ organization, role }: RoleFormProps) {
  const t = useTexts(texts);
  const [draft, setDraft] = useState<RoleDraft>(role);
  // What the draft began as: what another person saves later must not count as seen here.
  const [begun, setBegun] = useState(role);
  const isDirty = !isSame(draft, begun);
  const differences = useDifferences(role, draft);
  const beginWith = (saved: Role): void => {
    setBegun(saved);
    setDraft(saved);
  };
  if (!isDirty && role.version > begun.version) beginWith(role);
  const save = useAction(
    async (version: number) => {
      const { name, permissions } = draft;
      const params = { path: { role_id: role.id } };
      const body = { name: name.trim(), permissions: [...permissions] };
      const { role: saved } = unwrap(await headgate.PUT(ROLE, { params, body, ifMatch: `"${version}"` }));
      return { ...saved, version: Number(headgate.versionOf(saved).replaceAll('"', '')) };
    },
    { changes: [ROLES, HOLDERS, '/api/v1/me'], onDone: beginWith },
  );
  const isRefused = isConflict(save.error);
  return (
    <Form label={role.name} onSubmit={() => isDirty && save.run(begun.version)}>
      <Card title={t.permissions}>
        <Stack isNarrow>
          <TextField
            label={t.name}
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
            error={save.fieldError('name')}
          />
        </Stack>
        <PermissionChoice
          organization={organization}
          chosen={draft.permissions}
          onChange={(permissions) => setDraft({ ...draft, permissions })}
        />
        {isRefused ? (
          <Conflict
            differences={differences}
            isBusy={save.isRunning}
            onKeepMine={() => save.run(role.version)}
            onTakeTheirs={() => {
              beginWith(role);
              save.reset();
            }}
          />
        ) : (
          <Problem error={save.error} />
        )}
        {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
        <Row>
          <Button type="submit" look="primary" disabled={!isDirty || isRefused} isBusy={save.isRunning}>
            {t.save}
          </Button>
          <Button disabled={!isDirty} onClick={() => beginWith(role)}>
            {t.revert}
          </Button>
        </Row>
      </Card>
      <Unsaved isDirty={isDirty} />
    </Form>
  );
}
