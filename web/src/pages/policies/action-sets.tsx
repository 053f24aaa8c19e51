import { useTexts } from '../../i18n/texts';
import { SelectField } from '../../ui/field';
import { SETS, type SetName, setIn, withSet } from './policy-api';
import { texts } from './texts';

interface ActionSetsProps {
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** The text names its acts in another way. It stays until a set is chosen, and cannot be chosen again. */
const OWN_CHOICE = 'own choice';

/** Puts a set of acts by its name into the head of the policy. */
export function ActionSets({ text, onChoose }: ActionSetsProps) {
  const t = useTexts(texts);
  const chosen = setIn(text);
  const hasOwnChoice = chosen === undefined && withSet(text, '') !== text;
  return (
    <SelectField
      label={t.about}
      hint={t.aboutHint}
      value={hasOwnChoice ? OWN_CHOICE : (chosen ?? '')}
      disabled={withSet(text, 'reading rows') === null}
      onChange={({ target }) => {
        const changed = withSet(text, target.value as SetName | '');
        if (changed !== null) onChoose(changed);
      }}
    >
      {hasOwnChoice && (
        <option value={OWN_CHOICE} disabled>
          {t.ownChoice}
        </option>
      )}
      <option value="">{t.everyAction}</option>
      {SETS.map((name) => (
        <option key={name} value={name}>
          {t[name]}
        </option>
      ))}
    </SelectField>
  );
}
