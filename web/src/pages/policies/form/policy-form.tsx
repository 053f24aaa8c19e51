import type { PolicyForm as Form } from '../../../../../src/abac/domain/policy-form';
import { useTexts } from '../../../i18n/texts';
import { CheckField, SelectField } from '../../../ui/field';
import { PermissionBoxes } from '../../organization/permission-boxes';
import { SETS, type SetName } from '../policy-api';
import { ConditionList } from './condition-list';
import { withThings } from './conditions';
import { formTexts } from './form-texts';

interface PolicyFormProps {
  readonly organization: number;
  readonly form: Form;
  readonly onChange: (form: Form) => void;
}

/** A policy without Cedar: what it does, to which actions, on what, under which conditions. */
export function PolicyForm({ organization, form, onChange }: PolicyFormProps) {
  const t = useTexts(formTexts);
  return (
    <>
      <SelectField
        label={t.effect}
        value={form.effect}
        onChange={({ target }) => onChange({ ...form, effect: target.value === 'permit' ? 'permit' : 'forbid' })}
      >
        <option value="forbid">{t.forbid}</option>
        <option value="permit">{t.permit}</option>
      </SelectField>
      <Actions of={form.actions} onChange={(actions) => onChange({ ...form, actions })} />
      <SelectField label={t.on} value={form.on} onChange={({ target }) => onChange(withThings(form, target.value as Form['on']))}>
        <option value="everything">{t.everything}</option>
        <option value="workspaces">{t.workspaces}</option>
        <option value="data_sources">{t.data_sources}</option>
      </SelectField>
      <ConditionList
        organization={organization}
        legend={t.when}
        hint={t.whenHint}
        add={t.add}
        on={form.on}
        of={form.when}
        onChange={(when) => onChange({ ...form, when })}
      />
      <ConditionList
        organization={organization}
        legend={t.unless}
        hint={t.unlessHint}
        add={t.addException}
        on={form.on}
        of={form.unless}
        onChange={(unless) => onChange({ ...form, unless })}
      />
    </>
  );
}

const CHOSEN = 'chosen';
/** Where a choice of single actions begins. */
const FIRST = 'workspace.read';

interface ActionsProps {
  readonly of: Form['actions'];
  readonly onChange: (actions: Form['actions']) => void;
}

function Actions({ of, onChange }: ActionsProps) {
  const t = useTexts(formTexts);
  const [first, ...more] = of;
  const set = more.length === 0 ? SETS.find((name) => name === first) : undefined;
  const choice = first === undefined ? '' : (set ?? CHOSEN);
  const toggle = (name: Form['actions'][number]): void => onChange(of.includes(name) ? of.filter((one) => one !== name) : [...of, name]);
  return (
    <>
      <SelectField
        label={t.actions}
        value={choice}
        onChange={({ target: { value } }) => onChange(value === '' ? [] : [value === CHOSEN ? FIRST : (value as SetName)])}
      >
        <option value="">{t.everyAction}</option>
        {SETS.map((name) => (
          <option key={name} value={name}>
            {t[name]}
          </option>
        ))}
        <option value={CHOSEN}>{t.chosen}</option>
      </SelectField>
      {choice === CHOSEN && (
        <>
          <PermissionBoxes isOn={(name) => of.includes(name)} onToggle={toggle} />
          <fieldset>
            <legend>{t.sets}</legend>
            {SETS.map((name) => (
              <CheckField key={name} label={t[name]} checked={of.includes(name)} onChange={() => toggle(name)} />
            ))}
          </fieldset>
        </>
      )}
    </>
  );
}
