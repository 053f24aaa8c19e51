import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { SelectField } from '../../ui/field';
import { later } from '../../ui/later';
import type { Asking, Whom } from './chosen-people';
import { EXAMPLE } from './data-policy-api';
import { texts } from './texts';

/** Form and editor are larger than the rest of the page. */
const ChosenPeople = later(async () => (await import('./chosen-people')).ChosenPeople);

interface ForWhomProps extends Asking {
  readonly value: Whom;
  readonly error: string | undefined;
}

/** Everyone, or people for whom conditions hold: picked by their names, or written in Cedar if a form cannot show them. */
export function ForWhom({ organization, check, value, onChange, error }: ForWhomProps) {
  const t = useTexts(texts);
  const [kept, setKept] = useState<Whom>(EXAMPLE);
  return (
    <>
      <SelectField
        label={t.isFor}
        value={value.appliesWhen === null ? 'everyone' : 'condition'}
        onChange={({ target }) => {
          if (value.appliesWhen !== null) setKept(value);
          onChange(target.value === 'everyone' ? { appliesWhen: null, conditions: null } : kept);
        }}
        error={error}
      >
        <option value="everyone">{t.everyone}</option>
        <option value="condition">{t.peopleFor}</option>
      </SelectField>
      {value.appliesWhen !== null && (
        <ChosenPeople
          organization={organization}
          check={check}
          text={value.appliesWhen}
          conditions={value.conditions}
          onChange={onChange}
        />
      )}
    </>
  );
}
