import { type HeadgateError, unwrap } from '@headgate/client';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { headgate } from '../../../session/client';
import { type Read, reading } from '../../../session/read';

export type SchemaRead = Read<'/api/v1/data-sources/{data_source_id}/schema'>;

export type Relation = SchemaRead['tables'][number];

export type ForeignKey = Relation['foreign_keys'][number];

export type Option = Relation['indexes'][number]['options'][number];

/** In the order of SQL: `DESC (day)`. */
export function optionText({ option, columns }: Option): string {
  return columns.length === 0 ? option : `${option} (${columns.join(', ')})`;
}

/** What a diagram is of; its form is chosen where it is read. */
export interface DiagramQuery {
  readonly schema_name?: string;
  readonly table?: string;
  readonly search?: string;
}

export interface Place {
  readonly schema: string;
  readonly table: string;
}

/** The key of everything that is read of a schema begins with it. */
export const SCHEMA = '/api/v1/data-sources/{data_source_id}/schema';

/** Columns whose values the language model sees. */
export const SAMPLED = '/api/v1/data-sources/{data_source_id}/sampled-columns';

/** What is stale when a discovery has ended. */
export const OF_SCHEMA = ['/api/v1/data-sources', SCHEMA, `${SCHEMA}/snapshots`, `${SCHEMA}/diff`, `${SCHEMA}/diagram`, SAMPLED] as const;

const LARGEST_PAGE = 100;

/** At most this many requests are made for one table, or for a list beside it. */
const MOST_PAGES = 5;

const pageOf = async (source: number, query: object, signal: AbortSignal): Promise<SchemaRead> =>
  unwrap(
    await headgate.GET(SCHEMA, {
      params: { path: { data_source_id: source }, query: { limit: LARGEST_PAGE, ...query } },
      signal,
    }),
  );

/** One table or view. A search for its name finds it, among others whose columns or comments contain the name. */
export function readingRelation(source: number, { schema, table }: Place) {
  return queryOptions<Relation | null, HeadgateError, Relation | null, QueryKey>({
    queryKey: [SCHEMA, 'relation', source, schema, table],
    queryFn: async ({ signal }) => {
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { tables, pagination } = await pageOf(source, { schema_name: schema, search: table, page }, signal);
        const found = tables.find((relation) => relation.schema_name === schema && relation.name === table);
        if (found !== undefined) return found;
        if (!pagination.has_next) break;
      }
      return null;
    },
  });
}

export interface Reference {
  readonly from: Place;
  readonly key: ForeignKey;
}

export interface References {
  readonly references: readonly Reference[];
  /** Tables that were looked at, and how many there are. */
  readonly seen: number;
  readonly total: number;
}

/** The foreign keys of the first tables of a source, read once for all sheets. */
export function readingReferences(source: number) {
  return queryOptions<References, HeadgateError, References, QueryKey>({
    queryKey: [SCHEMA, 'references', source],
    staleTime: 300_000,
    queryFn: async ({ signal }) => {
      const references: Reference[] = [];
      for (let page = 1; ; page += 1) {
        const { tables, pagination } = await pageOf(source, { page }, signal);
        references.push(...tables.flatMap(referencesOf));
        const seen = Math.min(page * LARGEST_PAGE, pagination.total);
        if (!pagination.has_next || page === MOST_PAGES) return { references, seen, total: pagination.total };
      }
    },
  });
}

function referencesOf({ schema_name: schema, name: table, foreign_keys }: Relation): Reference[] {
  return foreign_keys.map((key) => ({ from: { schema, table }, key }));
}

export const pointsAt =
  ({ schema, table }: Place) =>
  ({ key: { target } }: Reference): boolean =>
    target.schema_name === schema && target.table === table;

/** When and what was read, with the names of the schemas; no table yet. */
export const readingOverview = (source: number) =>
  reading(SCHEMA, { params: { path: { data_source_id: source }, query: { page: 1, limit: 1 } } });
