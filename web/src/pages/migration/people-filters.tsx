import { useTexts } from '../../i18n/texts';
import { CheckField, SelectField } from '../../ui/field';
import { Filters } from '../../ui/table';
import { useNames } from './names';
import type { PeopleSearch } from './people-search';
import { texts } from './people-texts';
import { GROUPS, REASONS, isGroup, isReason } from './reads';

interface FiltersProps {
  readonly search: PeopleSearch;
  /** With the first page of what was chosen. */
  readonly onChange: (search: PeopleSearch) => void;
}

export function PeopleFilters({ search, onChange }: FiltersProps) {
  const t = useTexts(texts);
  const names = useNames();
  const { group, reason, stuck } = search;
  const change = (next: { [Key in keyof PeopleSearch]: PeopleSearch[Key] | undefined }): void => {
    const filters = { group, reason, stuck, ...next };
    onChange(Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)));
  };
  return (
    <Filters>
      <SelectField
        label={t.group}
        value={group ?? ''}
        onChange={({ target }) => change({ group: isGroup(target.value) ? target.value : undefined })}
      >
        <option value="">{t.any}</option>
        {GROUPS.map((each) => (
          <option key={each} value={each}>
            {names.groups[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t.reason}
        value={reason ?? ''}
        onChange={({ target }) => change({ reason: isReason(target.value) ? target.value : undefined })}
      >
        <option value="">{t.any}</option>
        {REASONS.map((each) => (
          <option key={each} value={each}>
            {names.reasons[each]}
          </option>
        ))}
      </SelectField>
      <CheckField
        label={t.stuck}
        checked={stuck === true}
        onChange={({ target }) => change({ stuck: target.checked ? true : undefined })}
      />
    </Filters>
  );
}
