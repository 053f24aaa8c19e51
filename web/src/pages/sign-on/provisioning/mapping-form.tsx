import { unwrap } from '@headgate/client';
import { useTexts } from '../../../i18n/texts';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { isSameJson, useDraft } from '../../../session/draft';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { Unsaved } from '../../../ui/unsaved';
import { MappingConflict } from '../mapping/mapping-conflict';
import { MappingTable, type Named } from '../mapping/mapping-table';
import { texts } from '../mapping/mapping-texts';
import { AddMapping } from './add-mapping';
import { MAPPING, type Mapping } from './mapping';

interface Content {
  readonly rows: Mapping['scim_mapping']['mappings'];
  readonly fallback: number | null;
  /** Names of groups by their ids: of those in rows that are not saved yet. */
  readonly added: Readonly<Record<string, string>>;
}

const contentOf = ({ scim_mapping: { mappings, default_role_id: fallback } }: Pick<Mapping, 'scim_mapping'>): Content => ({
  rows: mappings,
  fallback,
  added: {},
});

const isSame = (one: Content, other: Content): boolean => one.fallback === other.fallback && isSameJson(one.rows, other.rows);

interface FormProps {
  readonly organization: number;
  readonly mapping: Mapping;
  readonly roles: readonly Named[];
  readonly workspaces: readonly Named[];
}

/** Rows are changed here first and saved together, because their order counts. */
export function MappingForm({ organization, mapping, roles, workspaces }: FormProps) {
  const t = useTexts(texts);
  const version = headgate.versionOf(mapping.scim_mapping);
  const draft = useDraft('mapping', contentOf(mapping), { version, isSame });
  const { value: typed, isDirty } = draft;
  const { rows, fallback } = typed;
  const groups = new Map([...namesIn(mapping), ...Object.entries(typed.added)]);
  const save = useAction(
    async (over: string) =>
      unwrap(
        await headgate.PUT(MAPPING, {
          params: { path: { org_id: organization } },
          body: { default_role_id: fallback, mappings: rows },
          ifMatch: over,
        }),
      ).scim_mapping,
    {
      changes: [MAPPING],
      onDone: (saved) => draft.begin({ ...contentOf({ scim_mapping: saved }), added: typed.added }, headgate.versionOf(saved)),
    },
  );
  const tableProps = { groups, roles, workspaces, sizes: sizesIn(mapping) };
  return (
    <Stack>
      {rows.length === 0 ? <p>{t.none}</p> : <MappingTable {...tableProps} rows={rows} onChange={(next) => draft.patch({ rows: next })} />}
      <AddMapping
        {...{ organization, workspaces }}
        onAdd={(row, name) => draft.patch({ rows: [...rows, row], added: { ...typed.added, [row.group_id]: name } })}
      />
      <SelectField
        label={t.fallback}
        hint={t.fallbackHint}
        value={fallback ?? ''}
        onChange={({ target }) => draft.patch({ fallback: target.value === '' ? null : Number(target.value) })}
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
      <MappingConflict
        error={save.error}
        onKeepMine={() => save.run(version)}
        onTakeTheirs={() => {
          draft.discard();
          save.reset();
        }}
      >
        <MappingTable {...tableProps} groups={namesIn(mapping)} rows={mapping.scim_mapping.mappings} />
        <p>{t.theirFallback(roles.find(({ id }) => id === mapping.scim_mapping.default_role_id)?.name ?? t.viewer)}</p>
      </MappingConflict>
      {save.result !== undefined && !isDirty && <Notice tone="good">{t.saved}</Notice>}
      <Row>
        <Button look="primary" disabled={!isDirty} isBusy={save.isRunning} onClick={() => save.run(draft.begun.version)}>
          {t.save}
        </Button>
      </Row>
      <Unsaved of={draft} endsWithSearch />
    </Stack>
  );
}

function namesIn({ groups }: Mapping): ReadonlyMap<string, string> {
  return new Map(groups.map(({ id, display_name: name }) => [id, name]));
}

function sizesIn({ groups }: Mapping): ReadonlyMap<string, number> {
  return new Map(groups.map(({ id, member_count: count }) => [id, count]));
}
