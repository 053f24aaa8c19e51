import { useTexts } from '../../i18n/texts';
import { SelectField } from '../../ui/field';
import { SETS, type SetName, setIn, withSet } from './policy-api';
import { texts } from './texts';

interface ActionSetsProps {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** Puts a set of acts by its name into the head of the policy. */
export function ActionSets({ text, onChoose }: ActionSetsProps) {
  const t = useTexts(texts);
  const chosen = setIn(text);
  return (
    <SelectField
      label={t.about}
      hint={t.aboutHint}
      value={chosen ?? ''}
      disabled={withSet(text, 'reading rows') === null}
      onChange={({ target }) => {
        const changed = withSet(text, target.value as SetName | '');
        if (changed !== null) onChoose(changed);
      }}
    >
      <option value="">{t.asWritten}</option>
      {SETS.map((name) => (
        <option key={name} value={name}>
          {t[name]}
        </option>
      ))}
    </SelectField>
  );
}
