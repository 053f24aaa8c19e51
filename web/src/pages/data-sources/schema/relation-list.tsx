import { Link, useSearch } from '@tanstack/react-router';
import { catalogue, useTexts } from '../../../i18n/texts';
import { useRead } from '../../../session/read';
import { Shown } from '../../../ui/notice';
import { Pager } from '../../../ui/table';
import { texts as shared } from '../texts';
import { SCHEMA } from './relation';
import styles from './schema.module.css';

const texts = catalogue(
  { none: 'No table has this name.', unreadable: 'not readable', empty: 'There are no tables.' },
  { none: 'Keine Tabelle hat diesen Namen.', unreadable: 'nicht lesbar', empty: 'Es gibt keine Tabellen.' },
);

const ON_A_PAGE = 50;

interface RelationListProps {
  readonly source: number;
  readonly query: { readonly schema_name?: string; readonly search?: string };
  /** Whether they are of several schemas. */
  readonly isQualified?: boolean;
}

/** A page of tables and views, as links to their sheets. */
export function RelationList({ source, query, isQualified = false }: RelationListProps) {
  const t = useTexts(texts);
  const kinds = useTexts(shared);
  const { page = 1, schema, table } = useSearch({ from: '/signed-in/data-sources/$source/schema' });
  const read = useRead(SCHEMA, {
    params: { path: { data_source_id: source }, query: { ...query, page, limit: ON_A_PAGE } },
  });
  return (
    <Shown of={read}>
      {({ tables, pagination }) => (
        <>
          {pagination.total === 0 && <p>{query.search === undefined ? t.empty : t.none}</p>}
          <ul className={styles['relations']}>
            {tables.map(({ schema_name, name, kind, unreadable }) => (
              <li key={`${schema_name}\0${name}`}>
                <Link
                  to="/data-sources/$source/schema"
                  params={{ source: String(source) }}
                  search={({ search }) => ({
                    ...(search !== undefined && { search }),
                    ...(page > 1 && { page }),
                    schema: schema_name,
                    table: name,
                  })}
                  activeOptions={{ exact: true }}
                  aria-current={schema_name === schema && name === table ? 'true' : undefined}
                >
                  {isQualified ? `${schema_name}.${name}` : name}
                </Link>
                {kind !== 'table' && <small>{kinds[kind]}</small>}
                {unreadable !== null && (
                  <small>
                    {t.unreadable}: {unreadable}
                  </small>
                )}
              </li>
            ))}
          </ul>
          <Pager pagination={pagination} />
        </>
      )}
    </Shown>
  );
}
