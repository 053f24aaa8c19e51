import { useState } from 'react';
import { type FormConditions, conditionsText } from '../../../../src/abac/domain/policy-form';
import { useTexts } from '../../i18n/texts';
import { Button } from '../../ui/button';
import { later } from '../../ui/later';
import { Row } from '../../ui/layout';
import { Loading, Notice } from '../../ui/notice';
import { ConditionList } from '../policies/form/condition-list';
import { lackOf } from '../policies/form/conditions';
import type { Problem } from '../policies/policy-api';
import { Verdict } from '../policies/validation';
import type { ForWhomProps } from './for-whom';
import { texts } from './texts';

/** The editor is larger than the rest of the page. */
const PolicyEditor = later(async () => (await import('../policies/policy-editor')).PolicyEditor);

interface ChosenPeopleProps extends Pick<ForWhomProps, 'organization' | 'check' | 'onChange'> {
  readonly text: string;
  readonly conditions: FormConditions | null;
}

/** Conditions as a form if a form can say them, else as text. */
export function ChosenPeople({ organization, check, text, conditions, onChange }: ChosenPeopleProps) {
  const t = useTexts(texts);
  const [way, setWay] = useState<'form' | 'text' | null>(conditions === null ? null : 'form');
  // It stays what it was at first, until the person decides otherwise.
  if (way === null && check !== undefined) setWay(check.conditions === null ? 'text' : 'form');
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
      <Row>
        {isForm && (
          <Button
            onClick={() => {
              setWay('text');
              onChange({ appliesWhen: text, conditions: null });
            }}
          >
            {t.asText}
          </Button>
        )}
        {way === 'text' && shown !== null && <Button onClick={() => setWay('form')}>{t.asForm}</Button>}
      </Row>
    </>
  );
}

const NONE = [] as const;
