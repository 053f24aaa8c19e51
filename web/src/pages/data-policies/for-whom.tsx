import { Suspense, lazy, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { SelectField } from '../../ui/field';
import { Loading } from '../../ui/notice';
import { Verdict, useValidation } from '../policies/validation';
import { EXAMPLE_CONDITION } from './data-policy-api';
import { texts } from './texts';

/** The editor is larger than the rest of the page. */
const PolicyEditor = lazy(async () => ({ default: (await import('../policies/policy-editor')).PolicyEditor }));

interface ForWhomProps {
  readonly organization: number;
  /** A condition of Cedar; `null`: everyone. */
  readonly value: string | null;
  readonly onChange: (appliesWhen: string | null) => void;
  readonly error: string | undefined;
}

/** Everyone, or people for whom a condition of Cedar holds: checked while it is typed. */
export function ForWhom({ organization, value, onChange, error }: ForWhomProps) {
  const t = useTexts(texts);
  const [kept, setKept] = useState(value ?? EXAMPLE_CONDITION);
  const check = useValidation(organization, { text: value === null ? '' : policyOf(value), examples: '' });
  const of = useMemo(
    () => check.data && { ...check.data, problems: check.data.problems.map(withoutFirstLine) },
    [check.data],
  );
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
          <Suspense fallback={<Loading />}>
            <PolicyEditor label={t.appliesWhen} initial={value} onChange={onChange} problems={of?.problems ?? NONE} />
          </Suspense>
          <Verdict of={of} error={check.error} />
        </>
      )}
    </>
  );
}

const NONE = [] as const;

/** As the service reads it: the condition begins on the second line of a policy. */
const policyOf = (appliesWhen: string): string =>
  `permit (principal, action == Action::"query.run", resource is DataSource) when {\n${appliesWhen}\n};`;

const withoutFirstLine = <Of extends { readonly line: number | null }>(problem: Of): Of => ({
  ...problem,
  line: problem.line === null ? null : Math.max(1, problem.line - 1),
});
