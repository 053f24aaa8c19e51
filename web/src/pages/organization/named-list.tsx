import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { textIn } from '../../app/search';
import { catalogue, useTexts } from '../../i18n/texts';
import { FilterField } from './filter-field';
import { usePageOf } from '../../session/place';
import { Filters, Pager } from '../../ui/table';

const texts = catalogue(
  { search: 'Search by name', none: 'Nothing here has such a name.' },
  { search: 'Nach dem Namen suchen', none: 'Nichts hier heißt so.' },
);

/** How many stand on a page. */
const SHOWN = 50;

interface NamedListProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** A list that its route answers as a whole: searched and turned here, and found again by the address as any other. */
export function NamedList<Row extends { readonly name: string }>({ rows, children }: NamedListProps<Row>) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { q = '' } = textIn(useSearch({ strict: false }), 'q');
  const page = usePageOf();
  const filter = useCallback(
    (value: string) => void navigate({ to: '.', search: value === '' ? {} : { q: value }, replace: true }),
    [navigate],
  );
  const found = rows.filter(({ name }) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase()));
  return (
    <>
      {(rows.length > SHOWN || q !== '') && (
        <Filters>
          <FilterField label={t.search} value={q} onFilter={filter} />
        </Filters>
      )}
      {found.length === 0 ? <p>{t.none}</p> : children(found.slice((page - 1) * SHOWN, page * SHOWN))}
      <Pager pagination={{ page, pages: Math.ceil(found.length / SHOWN), total: found.length }} />
    </>
  );
}
