import { unwrap } from '@headgate/client';
import { useFormats } from '../../../i18n/formats';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { CheckField, SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Card, Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { NotSaved, isConflict } from '../../../ui/conflict';
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
  const version = headgate.versionOf(settings);
  const draft = useDraft('settings', saved, { version, isSame });
  const { value: typed, begun, isDirty } = draft;
  const differences = useDifferences(saved, typed, roles);
  const save = useAction(
    async (over: typeof begun) => {
      const params = { path: { workspace_id: place.workspace } };
      return unwrap(await headgate.PUT(WORKSPACE, { params, body: changeOf(typed, over.value), ifMatch: over.version }));
    },
    {
      changes: [WORKSPACE, WORKSPACE_SETTINGS, WORKSPACES, '/api/v1/me'],
      onDone: () => draft.begin(),
    },
  );
  const isRefused = isConflict(save.error);
  return (
    <Form label={t.settings} onSubmit={() => isDirty && save.run(begun)}>
      <Stack isNarrow>
        <TextField
          isProse
          label={t.name}
          value={typed.name}
          onChange={({ target }) => draft.patch({ name: target.value })}
          error={save.fieldError('name')}
        />
        {roles.length > 0 && (
          <SelectField
            label={t.defaultRole}
            value={typed.defaultRole}
            onChange={({ target }) => draft.patch({ defaultRole: Number(target.value) })}
          >
            {roles
              .filter((role) => givable.includes(role) || [saved.defaultRole, typed.defaultRole].includes(role.id))
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        )}
        <CheckField label={t.publicAccess} checked={typed.isPublic} onChange={({ target }) => draft.patch({ isPublic: target.checked })} />
      </Stack>
      <NotSaved save={save} draft={draft} differences={differences} onKeepMine={() => save.run({ value: saved, version })} />
      {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button type="submit" look="primary" disabled={!isDirty || isRefused} isBusy={save.isRunning}>
          {t.save}
        </Button>
        <Button disabled={!isDirty} onClick={draft.discard}>
          {t.revert}
        </Button>
      </Row>
      <Unsaved of={draft} />
    </Form>
  );
}
