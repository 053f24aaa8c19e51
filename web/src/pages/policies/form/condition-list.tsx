import type { ConditionKind, FormCondition, FormConditions, PolicyForm } from '../../../../../src/abac/domain/policy-form';
import { useTexts } from '../../../i18n/texts';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/notice';
import { ConditionValues } from './condition-values';
import { OFFERED, lackOf, mayBeAsked, newCondition, withConditions } from './conditions';
import styles from './form.module.css';
import { formTexts } from './form-texts';

interface ConditionListProps {
  readonly organization: number;
  readonly legend: string;
  readonly hint: string;
  readonly add: string;
  /** What the policy is about: only workspaces and data sources have labels. */
  readonly on: PolicyForm['on'];
  readonly of: FormConditions;
  readonly onChange: (conditions: FormConditions) => void;
}

/** Conditions, each of another kind; several of attributes that administrators set. */
export function ConditionList({ organization, legend, hint, add, on, of, onChange }: ConditionListProps) {
  const t = useTexts(formTexts);
  const { join, conditions } = of;
  const change = (next: readonly FormCondition[]): void => onChange(withConditions(of, next));
  const isOffered = (kind: ConditionKind): boolean =>
    mayBeAsked(kind, on) && (kind === 'attribute' || conditions.every((one) => one.kind !== kind));
  return (
    <fieldset className={styles['conditions']}>
      <legend>{legend}</legend>
      {conditions.length === 0 && <p className={styles['hint']}>{hint}</p>}
      {conditions.length > 1 && (
        <SelectField
          label={t.join}
          value={join}
          onChange={({ target }) => onChange({ ...of, join: target.value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{t.all}</option>
          <option value="any">{t.any}</option>
        </SelectField>
      )}
      {conditions.map((condition, index) => {
        const name = t[`kind ${condition.kind}`];
        const lack = lackOf(condition, on);
        return (
          <fieldset key={index} className={styles['condition']}>
            <legend>{name}</legend>
            <ConditionValues
              organization={organization}
              of={condition}
              error={lack === null || lack === 'noLabels' ? undefined : t[lack]}
              onChange={(changed) => change(conditions.map((one) => (one === condition ? changed : one)))}
            />
            {lack === 'noLabels' && <Notice tone="warning">{t.noLabels}</Notice>}
            <Row>
              <Button aria-label={t.remove(name)} onClick={() => change(conditions.filter((one) => one !== condition))}>
                {t.removeOne}
              </Button>
            </Row>
          </fieldset>
        );
      })}
      <SelectField label={add} value="" onChange={({ target }) => change([...conditions, newCondition(target.value as ConditionKind)])}>
        <option value="">{t.choose}</option>
        {Object.entries(OFFERED).map(([group, kinds]) => {
          const offered = kinds.filter(isOffered);
          return (
            offered.length > 0 && (
              <optgroup key={group} label={t[group as keyof typeof OFFERED]}>
                {offered.map((kind) => (
                  <option key={kind} value={kind}>
                    {t[`kind ${kind}`]}
                  </option>
                ))}
              </optgroup>
            )
          );
        })}
      </SelectField>
    </fieldset>
  );
}
