import { useTexts } from '../../../i18n/texts';
import { CheckField, SelectField } from '../../../ui/field';
import { PermissionBoxes } from '../../organization/permission-boxes';
import { type FilledForm as Form, SETS, type SetName } from '../policy-api';
import { ConditionList } from './condition-list';
import { formTexts } from './form-texts';
import { isWithoutAction } from './lacks';

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
      <Actions form={form} onChange={onChange} />
      <SelectField label={t.on} value={form.on} onChange={({ target }) => onChange({ ...form, on: target.value as Form['on'] })}>
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

function Actions({ form, onChange }: Omit<PolicyFormProps, 'organization'>) {
  const t = useTexts(formTexts);
  const { actions } = form;
  const [first, ...more] = actions;
  const set = more.length === 0 ? SETS.find((name) => name === first) : undefined;
  const isChoosing = form.isChoosing ?? (first !== undefined && set === undefined);
  const toggle = (name: Form['actions'][number]): void =>
    onChange({ ...form, isChoosing, actions: actions.includes(name) ? actions.filter((one) => one !== name) : [...actions, name] });
  const choose = (choice: string): void =>
    onChange({
      ...form,
      isChoosing: choice === CHOSEN,
      actions: choice === '' ? [] : [choice === CHOSEN ? FIRST : (choice as SetName)],
    });
  return (
    <>
      <SelectField
        label={t.actions}
        value={isChoosing ? CHOSEN : (set ?? '')}
        onChange={({ target }) => choose(target.value)}
        error={isWithoutAction(form) ? t.noAction : undefined}
      >
        <option value="">{t.everyAction}</option>
        {SETS.map((name) => (
          <option key={name} value={name}>
            {t[name]}
          </option>
        ))}
        <option value={CHOSEN}>{t.chosen}</option>
      </SelectField>
      {isChoosing && (
        <>
          <PermissionBoxes isOn={(name) => actions.includes(name)} onToggle={toggle} />
          <fieldset>
            <legend>{t.sets}</legend>
            {SETS.map((name) => (
              <CheckField key={name} label={t[name]} checked={actions.includes(name)} onChange={() => toggle(name)} />
            ))}
          </fieldset>
        </>
      )}
    </>
  );
}
