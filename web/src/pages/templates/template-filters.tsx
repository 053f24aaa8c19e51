import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { withoutEmpty } from '../../app/search';
import { useTexts } from '../../i18n/texts';
import { useMe } from '../../session/me';
import { Button, LinkButton } from '../../ui/button';
import { SelectField, TextField } from '../../ui/field';
import { Row } from '../../ui/layout';
import { Filters } from '../../ui/table';
import { WorkspaceSwitch } from '../../ui/workspace';
import { SORTS, STATUSES, type TemplatesSearch } from './templates-search';
import { texts } from './texts';

interface FiltersProps {
  readonly search: TemplatesSearch;
  /** Drafts and archived ones exist only for people who write templates. */
  readonly canWrite: boolean;
}

export function TemplateFilters({ search, canWrite }: FiltersProps) {
  const t = useTexts(texts);
  const me = useMe();
  const navigate = useNavigate();
  const place = search.organization ?? (me?.organizations.length === 1 ? me.organizations[0]?.id : undefined);
  const inAddress = { search: search.search ?? '', category: search.category ?? '', tag: search.tag ?? '' };
  const [typed, setTyped] = useState(inAddress);
  const filters = JSON.stringify({ ...search, page: undefined });
  const [known, setKnown] = useState(filters);
  if (known !== filters) {
    // Other filters than before, by this form or by Back: the fields show them and keep the focus.
    setKnown(filters);
    setTyped(inAddress);
  }
  const go = (change: Partial<Record<keyof TemplatesSearch, string | number>>): void => {
    void navigate({
      to: '/templates',
      search: withoutEmpty({ ...search, ...typed, ...change, page: undefined }) as TemplatesSearch,
    });
  };
  const field = (name: keyof typeof typed) => ({
    label: t[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <Filters label={t.filters} onSubmit={() => go({})}>
      <TextField {...field('search')} type="search" title={t.searchHint} />
      <TextField {...field('category')} />
      <TextField {...field('tag')} />
      {me !== undefined && me.organizations.length > 1 && (
        <SelectField
          label={t.organization}
          value={search.organization ?? ''}
          onChange={({ target }) => go({ organization: target.value === '' ? '' : Number(target.value), workspace: '' })}
        >
          <option value="">{t.all}</option>
          {me.organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {place !== undefined && (
        <WorkspaceSwitch
          organization={place}
          workspace={search.workspace ?? null}
          onChange={(workspace) => go({ organization: place, workspace: workspace ?? '' })}
        />
      )}
      {canWrite && (
        <SelectField label={t.status} value={search.status ?? ''} onChange={({ target }) => go({ status: target.value })}>
          <option value="">{t.all}</option>
          {STATUSES.map((status) => (
            <option key={status} value={status}>
              {t[status]}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField label={t.sort} value={search.sort ?? 'id'} onChange={({ target }) => go({ sort: target.value })}>
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {t[sort]}
          </option>
        ))}
      </SelectField>
      <Row>
        <Button type="submit">{t.apply}</Button>
        {Object.keys(search).length > 0 && (
          <LinkButton to="/templates" look="quiet">
            {t.clear}
          </LinkButton>
        )}
      </Row>
    </Filters>
  );
}
