import { useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { useRead } from '../../session/read';
import { SelectField } from '../../ui/field';
import { FilterField } from '../organization/filter-field';
import { DATA_SOURCES, LARGEST_PAGE } from './data-policy-api';
import { useSourceName } from './source-name';
import { texts } from './texts';

interface SourceFieldProps {
  readonly organization: number;
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (source: number | null) => void;
  /** The value for no data source. */
  readonly none: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** One of the data sources of an organization. If there are more than a list shows, typing finds them. */
export function SourceField({ organization, label, value, onChange, none, hint, error }: SourceFieldProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const { data } = useRead(DATA_SOURCES, {
    params: {
      query: { organization_id: organization, page: 1, limit: LARGEST_PAGE, ...(search !== '' && { search }) },
    },
  });
  const found = data?.data_sources ?? [];
  const isListed = value === null || found.some(({ id }) => id === value);
  const name = useSourceName(isListed ? null : value);
  return (
    <>
      {(search !== '' || (data?.pagination.total ?? 0) > LARGEST_PAGE) && (
        <FilterField label={t.findSource} hint={t.findSourceHint} value={search} onFilter={setSearch} />
      )}
      <SelectField
        label={label}
        {...(hint !== undefined && { hint })}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
        error={error}
      >
        <option value="">{none}</option>
        {found.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {!isListed && <option value={value}>{name}</option>}
      </SelectField>
    </>
  );
}
