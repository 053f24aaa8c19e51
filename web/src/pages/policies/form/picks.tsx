import { type ReactNode, useState } from 'react';
import type { ConditionKind } from '../../../../../src/abac/domain/policy-form';
import { useTexts } from '../../../i18n/texts';
import { usePermissions } from '../../../session/me';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { PlaceName, useWorkspaces } from '../../../ui/workspace';
import { MemberChoice } from '../../data-policies/member-choice';
import { SourceField } from '../../data-policies/source-field';
import { SourceName } from '../../data-policies/source-name';
import { FilterField } from '../../organization/filter-field';
import { useRoles } from '../../organization/roles-of';
import { MemberName } from '../member-link';
import { formTexts } from './form-texts';
import { Lines } from './lines';
import { Picked } from './picked';

export interface PicksProps {
  readonly organization: number;
  readonly kind: ConditionKind;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** What is missing. */
  readonly error: string | undefined;
}

type ValuesProps = Omit<PicksProps, 'kind'>;

const withOne = (values: readonly string[], value: string): readonly string[] => (values.includes(value) ? values : [...values, value]);

function People({ organization, values, onChange }: ValuesProps) {
  const t = useTexts(formTexts);
  const [isAdding, setAdding] = useState(values.length === 0);
  return (
    <>
      <Picked values={values} onChange={onChange} nameOf={(id) => <MemberName organization={organization} user={Number(id)} />} />
      {isAdding ? (
        <MemberChoice
          organization={organization}
          onChoose={(member) => {
            onChange(withOne(values, String(member)));
            setAdding(false);
          }}
        />
      ) : (
        <Row>
          <Button onClick={() => setAdding(true)}>{t.addPerson}</Button>
        </Row>
      )}
    </>
  );
}

interface OneMoreProps extends Pick<ValuesProps, 'values' | 'onChange' | 'error'> {
  readonly label: string;
  readonly from: readonly (readonly [value: string, name: string])[];
}

/** One more of what the organization has. */
function OneMore({ label, from, values, onChange, error }: OneMoreProps) {
  const t = useTexts(formTexts);
  return (
    <SelectField label={label} value="" onChange={({ target }) => onChange(withOne(values, target.value))} error={error}>
      <option value="">{t.choose}</option>
      {from
        .filter(([value]) => !values.includes(value))
        .map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}

function Roles({ organization, ...rest }: ValuesProps) {
  const t = useTexts(formTexts);
  const may = usePermissions(organization);
  const { data } = useRoles(organization, may('role.read'));
  return (
    <>
      <Picked values={rest.values} onChange={rest.onChange} />
      <OneMore label={t.addRole} from={(data?.roles ?? []).map(({ name }) => [name, name])} {...rest} />
    </>
  );
}

const MOST_GROUPS = 50;

/** A directory may have thousands. People who may not see them write their names. */
function Groups({ organization, ...rest }: ValuesProps) {
  const t = useTexts(formTexts);
  const may = usePermissions(organization);
  const [search, setSearch] = useState('');
  const { data } = useRead(
    '/api/v1/organizations/{org_id}/scim-groups',
    { params: { path: { org_id: organization }, query: { page: 1, limit: MOST_GROUPS, ...(search !== '' && { search }) } } },
    { enabled: may('scim.manage') },
  );
  if (!may('scim.manage')) return <Lines {...rest} hint={t.linesHint} />;
  return (
    <>
      <Picked values={rest.values} onChange={rest.onChange} />
      <FilterField label={t.findGroup} value={search} onFilter={setSearch} />
      <OneMore label={t.addGroup} from={(data?.groups ?? []).map(({ display_name: name }) => [name, name])} {...rest} />
    </>
  );
}

function Workspaces({ organization, ...rest }: ValuesProps) {
  const t = useTexts(formTexts);
  const { data } = useWorkspaces(organization);
  return (
    <>
      <Picked
        values={rest.values}
        onChange={rest.onChange}
        nameOf={(id) => <PlaceName organization={organization} workspace={Number(id)} />}
      />
      <OneMore label={t.addWorkspace} from={(data ?? []).map(({ id, name }) => [String(id), name])} {...rest} />
    </>
  );
}

function Sources({ organization, values, onChange, error }: ValuesProps) {
  const t = useTexts(formTexts);
  return (
    <>
      <Picked values={values} onChange={onChange} nameOf={(id) => <SourceName of={Number(id)} />} />
      <SourceField
        organization={organization}
        label={t.addSource}
        value={null}
        none={t.choose}
        onChange={(source) => source !== null && onChange(withOne(values, String(source)))}
        error={error}
      />
    </>
  );
}

const PICKS: Readonly<Partial<Record<ConditionKind, (props: ValuesProps) => ReactNode>>> = {
  people: People,
  roles: Roles,
  groups: Groups,
  workspaces: Workspaces,
  data_sources: Sources,
};

/** What the organization has, picked by its name. */
export function Picks({ kind, ...rest }: PicksProps) {
  const Pick = PICKS[kind];
  return Pick === undefined ? null : <Pick {...rest} />;
}
