import { type FormConditions, conditionsText } from '../../../../src/abac/domain/policy-form';
import { useTexts } from '../../i18n/texts';
import { later } from '../../ui/later';
import { Loading, Notice } from '../../ui/notice';
import { ConditionList } from '../policies/form/condition-list';
import { lackOf } from '../policies/form/conditions';
import { WayRow, useWay } from '../policies/form/form-or-text';
import type { Problem } from '../policies/policy-api';
import { Verdict } from '../policies/validation';
import type { Validation } from './draft-validation';
import { texts } from './texts';

/** The editor is larger than the rest of the page. */
const PolicyEditor = later(async () => (await import('../policies/policy-editor')).PolicyEditor);

export interface Whom {
  /** A condition of Cedar; `null`: everyone. */
  readonly appliesWhen: string | null;
  /** As it was filled in last; `null` while the condition is written by hand, or as it was saved. */
  readonly conditions: FormConditions | null;
}

export interface Asking {
  readonly organization: number;
  /** What the service says of the draft; not yet there while it is typed. */
  readonly check: Validation | undefined;
  readonly onChange: (whom: Whom) => void;
}

interface ChosenPeopleProps extends Asking {
  readonly text: string;
  readonly conditions: FormConditions | null;
}

/** Conditions as a form if a form can say them, else as text. */
export function ChosenPeople({ organization, check, text, conditions, onChange }: ChosenPeopleProps) {
  const t = useTexts(texts);
  const { way, setWay } = useWay(conditions !== null, check && check.conditions !== null);
  const shown = conditions ?? check?.conditions ?? null;
  const isForm = way === 'form' && shown !== null;
  // The fields say themselves what is missing.
  const isLacking = isForm && (shown.conditions.length === 0 || shown.conditions.some((one) => lackOf(one, 'data_sources') !== null));
  const problems: readonly Problem[] | undefined = check?.problems.filter(({ field }) => field === 'applies_when');
  return (
    <>
      {way === null && <Loading />}
      {isForm && (
        <ConditionList
          organization={organization}
          legend={t.peopleFor}
          hint={t.addOne}
          add={t.addCondition}
          on="data_sources"
          of={shown}
          onChange={(next) => onChange({ appliesWhen: conditionsText(next), conditions: next })}
        />
      )}
      {way !== null && !isForm && (
        <>
          <p>{t.conditionHint}</p>
          <PolicyEditor
            label={t.appliesWhen}
            initial={text}
            onChange={(appliesWhen) => onChange({ appliesWhen, conditions: null })}
            problems={problems ?? NONE}
          />
          {typeof check?.why_no_form === 'string' && <Notice>{check.why_no_form}</Notice>}
        </>
      )}
      {problems !== undefined && !isLacking && <Verdict valid={problems.length === 0} problems={problems} />}
      <WayRow isForm={isForm} hasForm={shown !== null} setWay={setWay} onText={() => onChange({ appliesWhen: text, conditions: null })} />
    </>
  );
}

const NONE = [] as const;
