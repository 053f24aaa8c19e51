import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { SelectField } from '../../ui/field';
import { later } from '../../ui/later';
import type { Problem } from '../policies/policy-api';
import { Verdict } from '../policies/validation';
import { EXAMPLE_CONDITION } from './data-policy-api';
import { texts } from './texts';

/** The editor is larger than the rest of the page. */
const PolicyEditor = later(async () => (await import('../policies/policy-editor')).PolicyEditor);

interface ForWhomProps {
  /** What is wrong with the condition; not yet there while it is typed. */
  readonly problems: readonly Problem[] | undefined;
  /** A condition of Cedar; `null`: everyone. */
  readonly value: string | null;
  readonly onChange: (appliesWhen: string | null) => void;
  readonly error: string | undefined;
}

/** Everyone, or people for whom a condition of Cedar holds: checked while it is typed. */
export function ForWhom({ problems, value, onChange, error }: ForWhomProps) {
  const t = useTexts(texts);
  const [kept, setKept] = useState(value ?? EXAMPLE_CONDITION);
  return (
    <>
      <SelectField
        label={t.isFor}
        value={value === null ? 'everyone' : 'condition'}
        onChange={({ target }) => {
          if (value !== null) setKept(value);
          onChange(target.value === 'everyone' ? null : kept);
        }}
        error={error}
      >
        <option value="everyone">{t.everyone}</option>
        <option value="condition">{t.peopleFor}</option>
      </SelectField>
      {value !== null && (
        <>
          <p>{t.conditionHint}</p>
          <PolicyEditor label={t.appliesWhen} initial={value} onChange={onChange} problems={problems ?? NONE} />
          {problems !== undefined && <Verdict valid={problems.length === 0} problems={problems} />}
        </>
      )}
    </>
  );
}

const NONE = [] as const;
