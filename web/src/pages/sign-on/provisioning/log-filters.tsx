import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Button } from '../../../ui/button';
import { SelectField, TextField } from '../../../ui/field';
import { Row } from '../../../ui/layout';
import { Filters } from '../../../ui/table';
import type { ProvisioningSearch } from './views';
import { SCIM_TOKENS } from './read-tokens';

const texts = catalogue(
  {
    filters: 'Filters',
    answer: 'Answer',
    all: 'all',
    ok: 'done',
    failed: 'refused',
    token: 'Token',
    resource: 'SCIM id',
    since: 'From',
    until: 'To',
    apply: 'Filter',
  },
  {
    filters: 'Filter',
    answer: 'Antwort',
    all: 'alle',
    ok: 'erledigt',
    failed: 'abgewiesen',
    token: 'Token',
    resource: 'SCIM-Kennung',
    since: 'Von',
    until: 'Bis',
    apply: 'Filtern',
  },
);

const route = getRouteApi('/signed-in/organizations/$organization/provisioning');

/** What is chosen goes into the address, so that it can be kept and passed on. */
export function LogFilters({ organization }: { readonly organization: number }) {
  const t = useTexts(texts);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [wanted, setWanted] = useState<ProvisioningSearch>(search);
  const tokens = useRead(SCIM_TOKENS, { params: { path: { org_id: organization }, query: { page: 1, limit: 100 } } });
  const want = (change: ProvisioningSearch): void => setWanted({ ...wanted, ...change });
  const apply = (): void => {
    const { status, token, resource, since, until } = wanted;
    void navigate({ search: { view: 'log', status, token, resource, since, until } });
  };
  return (
    <Filters label={t.filters} onSubmit={apply}>
      <SelectField
        label={t.answer}
        value={wanted.status ?? ''}
        onChange={({ target: { value } }) => want({ status: value === 'ok' || value === 'failed' ? value : undefined })}
      >
        <option value="">{t.all}</option>
        <option value="ok">{t.ok}</option>
        <option value="failed">{t.failed}</option>
      </SelectField>
      <SelectField
        label={t.token}
        value={wanted.token ?? ''}
        onChange={({ target: { value } }) => want({ token: value === '' ? undefined : Number(value) })}
      >
        <option value="">{t.all}</option>
        {tokens.data?.scim_tokens.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t.resource}
        value={wanted.resource ?? ''}
        onChange={({ target: { value } }) => want({ resource: value.trim() === '' ? undefined : value.trim() })}
      />
      <TextField
        label={t.since}
        type="date"
        value={wanted.since ?? ''}
        onChange={({ target: { value } }) => want({ since: value === '' ? undefined : value })}
      />
      <TextField
        label={t.until}
        type="date"
        value={wanted.until ?? ''}
        onChange={({ target: { value } }) => want({ until: value === '' ? undefined : value })}
      />
      <Row>
        <Button type="submit">{t.apply}</Button>
      </Row>
    </Filters>
  );
}
