import { useMemo } from 'react';
import { placesOf, useMe } from '../../../session/me';
import { useRead } from '../../../session/read';
import { SCHEMA, type Relation } from '../schema/relation';
import type { CatalogColumn } from './read-columns';

/** What was run, and where. */
export interface Origin {
  readonly source: number;
  readonly organization: number;
  /** `null` if it is not shown to the reader. */
  readonly sql: string | null;
}

const NONE: readonly CatalogColumn[] = [];

/** What the catalog tells of the columns of the tables that a statement names, as far as the reader may know them. */
export function useCatalog(of: Origin | undefined): readonly CatalogColumn[] {
  const sql = of?.sql ?? null;
  const first = { path: { data_source_id: of?.source ?? 0 }, query: { page: 1, limit: 100 } };
  const me = useMe();
  // Asking without the permission would only be recorded as a refusal.
  const mayRead = me !== undefined && placesOf(me, 'data_source.read').some(({ id }) => id === of?.organization);
  const read = useRead(SCHEMA, { params: first }, { enabled: sql !== null && mayRead });
  const tables = sql === null ? undefined : read.data?.tables;
  return useMemo(() => (tables === undefined || sql === null ? NONE : columnsNamed(tables, sql)), [tables, sql]);
}

function columnsNamed(tables: readonly Relation[], sql: string): readonly CatalogColumn[] {
  const words = new Set(wordsIn(sql));
  const found = new Map<string, CatalogColumn>();
  for (const table of tables.filter(({ name }) => wordsIn(name).every((word) => words.has(word)))) {
    const keys = [...(table.primary_key === null ? [] : [table.primary_key]), ...table.foreign_keys, ...table.unique_keys];
    for (const { name, comment } of table.columns) {
      const isKey = keys.some(({ columns }) => columns.includes(name));
      const other = found.get(name);
      // Of columns with one name, none says what the others are.
      const said = other === undefined || other.comment === comment ? comment : null;
      found.set(name, { name, comment: said, isKey: isKey || other?.isKey === true });
    }
  }
  return [...found.values()];
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}\p{N}_$]+/u);
