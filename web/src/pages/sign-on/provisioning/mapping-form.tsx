import { unwrap } from '@headgate/client';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { Button } from '../../../ui/button';
import { isConflict } from '../../../ui/conflict';
import { SelectField } from '../../../ui/field';
import { Row, Stack } from '../../../ui/layout';
import { Notice, Problem } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { AddMapping } from './add-mapping';
import { MAPPING, type Mapping, type Named } from './mapping';
import { MappingTable } from './mapping-table';
import { texts } from './mapping-texts';

type Rows = Mapping['scim_mapping']['mappings'];

interface FormProps {
  readonly organization: number;
  readonly mapping: Mapping;
  readonly roles: readonly Named[];
  readonly workspaces: readonly Named[];
}

/** Rows are changed here first and saved together, because their order counts. */
export function MappingForm({ organization, mapping, roles, workspaces }: FormProps) {
  const t = useTexts(texts);
  const [loaded, setLoaded] = useState(mapping);
  const [rows, setRows] = useState<Rows>(mapping.scim_mapping.mappings);
  const [fallback, setFallback] = useState(mapping.scim_mapping.default_role_id);
  const [groups, setGroups] = useState<ReadonlyMap<string, string>>(() => namesIn(mapping));
  const take = (taken: Mapping): void => {
    setLoaded(taken);
    setRows(taken.scim_mapping.mappings);
    setFallback(taken.scim_mapping.default_role_id);
    setGroups(new Map([...groups, ...namesIn(taken)]));
  };
  const save = useAction(
    async () =>
      unwrap(
        await headgate.PUT(MAPPING, {
          params: { path: { org_id: organization } },
          body: { default_role_id: fallback, mappings: rows },
          ifMatch: loaded.scim_mapping,
        }),
      ),
    { changes: [MAPPING], onDone: (saved) => take({ ...loaded, ...saved }) },
  );
  const isChanged =
    fallback !== loaded.scim_mapping.default_role_id || JSON.stringify(rows) !== JSON.stringify(loaded.scim_mapping.mappings);
  const isRefused = isConflict(save.error);
  const tableProps = { groups, roles, workspaces, sizes: sizesIn(mapping) };
  return (
    <Stack>
      {rows.length === 0 ? <p>{t.none}</p> : <MappingTable {...tableProps} rows={rows} onChange={setRows} />}
      <AddMapping
        {...{ organization, workspaces }}
        onAdd={(row, name) => {
          setGroups(new Map([...groups, [row.group_id, name]]));
          setRows([...rows, row]);
        }}
      />
      <SelectField
        label={t.fallback}
        hint={t.fallbackHint}
        value={fallback ?? ''}
        onChange={({ target }) => setFallback(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{t.viewer}</option>
        {roles
          .filter(({ name }) => name !== 'owner')
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      {isRefused ? (
        <Notice tone="bad">
          <strong>{t.conflictTitle}</strong>
          <p>{t.conflictText}</p>
          <MappingTable {...tableProps} groups={namesIn(mapping)} rows={mapping.scim_mapping.mappings} />
          <p>{t.theirFallback(roles.find(({ id }) => id === mapping.scim_mapping.default_role_id)?.name ?? t.viewer)}</p>
          <Row>
            <Button
              onClick={() => {
                take(mapping);
                save.reset();
              }}
            >
              {t.takeTheirs}
            </Button>
          </Row>
        </Notice>
      ) : (
        <Problem error={save.error} />
      )}
      {save.result !== undefined && !isChanged && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button look="primary" disabled={!isChanged} isBusy={save.isRunning} onClick={() => save.run(undefined)}>
          {t.save}
        </Button>
      </Row>
      <Unsaved endsWithSearch isDirty={isChanged} />
    </Stack>
  );
}

function namesIn({ groups }: Mapping): ReadonlyMap<string, string> {
  return new Map(groups.map(({ id, display_name: name }) => [id, name]));
}

function sizesIn({ groups }: Mapping): ReadonlyMap<string, number> {
  return new Map(groups.map(({ id, member_count: count }) => [id, count]));
}
