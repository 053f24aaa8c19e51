import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { useDraft } from '../../../session/draft';
import { usePermissions } from '../../../session/me';
import { type Read, useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Form } from '../../../ui/form';
import { Help } from '../../../ui/help';
import { Card, Row, Stack } from '../../../ui/layout';
import { Loading, Notice, Shown } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { useWorkspaces } from '../../../ui/workspace';
import { useRoles } from '../../organization/roles-of';
import { MappingConflict } from '../mapping/mapping-conflict';
import { MappingTable, type Named } from '../mapping/mapping-table';
import { texts as mappingTexts } from '../mapping/mapping-texts';
import { NO_ROLE, RoleAtPlace, usePlacedRole } from '../mapping/role-at-place';
import styles from '../sign-on.module.css';
import { texts } from './group-texts';
import { providerOf } from './providers';
import { type SsoConnection, isConfigured } from './read-connection';
import { StepLink } from './step-link';

const GROUP_MAPPING = '/api/v1/sso/connections/{connection_id}/group-mapping';

type GroupMapping = Read<typeof GROUP_MAPPING>;
type Claimed = GroupMapping['group_mapping']['mappings'][number];

const ABSENT = ['keep', 'none'] as const;

/** Which groups that the provider names give which roles. */
export function GroupsCard({ connection }: { readonly connection: SsoConnection }) {
  const t = useTexts(texts);
  const { id, organization_id: organization, config } = connection;
  const may = usePermissions(organization);
  const mapping = useRead(GROUP_MAPPING, { params: { path: { connection_id: id } } });
  const roles = useRoles(organization, may('role.read'));
  const workspaces = useWorkspaces(organization, may('workspace.read'));
  const known = { roles: roles.data?.roles ?? [], workspaces: workspaces.data ?? [] };
  return (
    <Card title={t.title}>
      <p>
        {t.text} <Help at="from-passwords-to-sso#groups-give-roles" about={t.title} />
      </p>
      <p>{t.wins}</p>
      <Row>
        <span>{t.claim(config.attributes.groups)}</span>
        {may('sso.manage') && <StepLink step="configuration">{t.toClaim}</StepLink>}
      </Row>
      <p className={styles['soft']}>{t.hint(isConfigured(connection) ? providerOf(connection.issuer) : 'other')}</p>
      <Shown of={mapping}>
        {(data) => {
          // Its rows would show no names yet.
          if (roles.isLoading || workspaces.isLoading) return <Loading />;
          if (may('sso.manage')) return <GroupsForm connection={connection} mapping={data} {...known} />;
          return <ClaimedTable rows={data.group_mapping.mappings} {...known} />;
        }}
      </Shown>
    </Card>
  );
}

interface TableProps {
  readonly rows: readonly Claimed[];
  readonly roles: readonly Named[];
  readonly workspaces: readonly Named[];
  readonly onChange?: (rows: Claimed[]) => void;
}

function ClaimedTable({ rows, roles, workspaces, onChange }: TableProps) {
  const t = useTexts(texts);
  if (rows.length === 0) return <p>{t.none}</p>;
  return (
    <MappingTable
      title={t.title}
      groupTitle={t.group}
      groups={new Map(rows.map(({ group }) => [group, group]))}
      rows={rows.map(({ group, ...rest }) => ({ group_id: group, ...rest }))}
      {...{ roles, workspaces }}
      {...(onChange && { onChange: (next) => onChange(next.map(({ group_id: group, ...rest }) => ({ group, ...rest }))) })}
    />
  );
}

interface FormProps extends Omit<TableProps, 'rows' | 'onChange'> {
  readonly connection: SsoConnection;
  readonly mapping: GroupMapping;
}

/** Rows are changed here first and saved together, because their order counts. */
function GroupsForm({ connection, mapping, roles, workspaces }: FormProps) {
  const t = useTexts(texts);
  const m = useTexts(mappingTexts);
  const { group_mapping: saved, is_withheld: isWithheld } = mapping;
  const contentOf = ({ mappings, absent_groups: absent }: typeof saved) => ({ rows: mappings, absent });
  const version = headgate.versionOf(saved);
  const draft = useDraft('groups', contentOf(saved), { version });
  const { rows, absent } = draft.value;
  const save = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PUT(GROUP_MAPPING, {
          params: { path: { connection_id: connection.id } },
          body: { mappings: rows, absent_groups: absent },
          ifMatch: over,
        }),
      ).group_mapping,
    { changes: [GROUP_MAPPING], onDone: (now) => draft.begin(contentOf(now), headgate.versionOf(now)) },
  );
  return (
    <Stack>
      {isWithheld && <Notice tone="warning">{t.withheld}</Notice>}
      <ClaimedTable rows={rows} {...{ roles, workspaces }} onChange={(next) => draft.patch({ rows: next })} />
      <AddGroup organization={connection.organization_id} workspaces={workspaces} onAdd={(row) => draft.patch({ rows: [...rows, row] })} />
      <SelectField
        label={t.absent}
        hint={t.absentHint}
        value={absent}
        onChange={({ target }) => draft.patch({ absent: target.value as typeof absent })}
      >
        {ABSENT.map((one) => (
          <option key={one} value={one}>
            {t.absentGroups(one)}
          </option>
        ))}
      </SelectField>
      <MappingConflict
        error={save.error}
        onKeepMine={() => save.run(version)}
        onTakeTheirs={() => {
          draft.discard();
          save.reset();
        }}
      >
        <ClaimedTable rows={saved.mappings} {...{ roles, workspaces }} />
        <p>{`${t.absent}: ${t.absentGroups(saved.absent_groups)}`}</p>
      </MappingConflict>
      {save.result !== undefined && !draft.isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button
          look="primary"
          disabled={!draft.isDirty && !isWithheld}
          isBusy={save.isRunning}
          onClick={() => save.run(draft.begun.version)}
        >
          {m.save}
        </Button>
      </Row>
      <Unsaved of={draft} endsWithSearch />
    </Stack>
  );
}

interface AddProps {
  readonly organization: number;
  readonly workspaces: readonly Named[];
  readonly onAdd: (row: Claimed) => void;
}

function AddGroup({ organization, workspaces, onAdd }: AddProps) {
  const t = useTexts(texts);
  const m = useTexts(mappingTexts);
  const [group, setGroup] = useState('');
  const [placed, setPlaced] = useState(NO_ROLE);
  const { roles, grant } = usePlacedRole(organization, placed);
  const add = (): void => {
    if (grant === null) return;
    onAdd({ group: group.trim(), ...grant });
    setGroup('');
  };
  return (
    <Form onSubmit={add} label={m.addTitle}>
      <h3>{m.addTitle}</h3>
      <p className={styles['soft']}>{t.groupHint}</p>
      <div className={styles['filters']}>
        <TextField label={t.group} required value={group} onChange={({ target }) => setGroup(target.value)} />
        <RoleAtPlace roles={roles} workspaces={workspaces} value={placed} onChange={setPlaced} />
      </div>
      <Row>
        <Button type="submit">{m.add}</Button>
      </Row>
    </Form>
  );
}
