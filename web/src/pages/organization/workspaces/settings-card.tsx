import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { Conflict, isConflict } from '../../../ui/conflict';
import { Facts } from '../facts';
import { WORKSPACE, WORKSPACES, WORKSPACE_SETTINGS } from '../paths';
import { useGivableRoles } from '../roles-of';
import type { Place } from './place';
import { texts } from './texts';
import { type Settings, type Workspace, changeOf, draftOf, isSame, useDifferences } from './workspace-draft';

interface SettingsCardProps {
  readonly place: Place;
  readonly workspace: Workspace;
  readonly settings: Settings;
  readonly mayChange: boolean;
}

export function SettingsCard({ mayChange, ...props }: SettingsCardProps) {
  const t = useTexts(texts);
  const { day, relative } = useFormats();
  const { workspace, settings } = props;
  return (
    <Card title={t.settings}>
      <Facts
        facts={[
          [t.created, day(workspace.created_at)],
          [t.updated, relative(workspace.updated_at)],
          ...(mayChange ? [] : ([[t.access, settings.allow_public_access ? t.publicAccess : t.privateAccess]] as const)),
        ]}
      />
      {mayChange && <SettingsForm {...props} />}
    </Card>
  );
}

function SettingsForm({ place, workspace, settings }: Omit<SettingsCardProps, 'mayChange'>) {
  const t = useTexts(texts);
  const { read, roles: givable } = useGivableRoles(place.organization, [place.workspace]);
  const roles = read.data?.roles ?? [];
  const saved = draftOf(workspace, settings);
  // What was read when the draft began: its version is sent along with the change.
  const [begun, setBegun] = useState({ workspace, settings, draft: saved });
  const [draft, setDraft] = useState(saved);
  const isDirty = !isSame(draft, begun.draft);
  const beginAnew = (): void => {
    setBegun({ workspace, settings, draft: saved });
    setDraft(saved);
  };
  if (!isDirty && (begun.workspace !== workspace || begun.settings !== settings)) beginAnew();
  const differences = useDifferences(saved, draft, roles);
  const save = useAction(
    async (over: typeof begun) => {
      const params = { path: { workspace_id: place.workspace } };
      return unwrap(await headgate.PUT(WORKSPACE, { params, body: changeOf(draft, over.draft), ifMatch: over.settings }));
    },
    {
      changes: [WORKSPACE, WORKSPACE_SETTINGS, WORKSPACES, '/api/v1/me'],
      onDone: () => setBegun({ ...begun, draft }),
    },
  );
  const isRefused = isConflict(save.error);
  return (
    <Form label={t.settings} onSubmit={() => isDirty && save.run(begun)}>
      <Stack isNarrow>
        <TextField
          label={t.name}
          value={draft.name}
          onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          error={save.fieldError('name')}
        />
        {roles.length > 0 && (
          <SelectField
            label={t.defaultRole}
            value={draft.defaultRole}
            onChange={({ target }) => setDraft({ ...draft, defaultRole: Number(target.value) })}
          >
            {roles
              .filter((role) => givable.includes(role) || [saved.defaultRole, draft.defaultRole].includes(role.id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        )}
        <CheckField
          label={t.publicAccess}
          checked={draft.isPublic}
          onChange={({ target }) => setDraft({ ...draft, isPublic: target.checked })}
        />
      </Stack>
      {isRefused ? (
        <Conflict
          differences={differences}
          isBusy={save.isRunning}
          onKeepMine={() => save.run({ workspace, settings, draft: saved })}
          onTakeTheirs={() => {
            beginAnew();
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
        <Button disabled={!isDirty} onClick={beginAnew}>
          {t.revert}
        </Button>
      </Row>
      <Unsaved isDirty={isDirty} />
    </Form>
  );
}
