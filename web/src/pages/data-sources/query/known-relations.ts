import { unwrap } from '@headgate/client';
import { useMemo, useState } from 'react';
import { headgate } from '../../../session/client';
import { useRead } from '../../../session/read';
import { type Relation, SCHEMA } from '../schema/relation';

const FIRST = 100;
const FOUND_AT_ONCE = 20;

export interface KnownRelations {
  readonly relations: readonly Relation[];
  /** Asks the service for tables like what is being typed; of a small schema everything is known already. */
  readonly search: ((text: string) => Promise<readonly Relation[]>) | null;
}

/** The tables that the editor completes: the first hundred, and those that were looked for while typing. */
export function useKnownRelations(source: number): KnownRelations {
  const first = useRead(SCHEMA, {
    params: { path: { data_source_id: source }, query: { page: 1, limit: FIRST } },
  }).data;
  const [found, setFound] = useState<readonly Relation[]>([]);
  const relations = useMemo(() => merged(first?.tables ?? [], found), [first, found]);
  if (first === undefined || first.pagination.total <= FIRST) return { relations, search: null };
  return {
    relations,
    search: async (text) => {
      const { tables } = unwrap(
        await headgate.GET(SCHEMA, {
          params: { path: { data_source_id: source }, query: { search: text, page: 1, limit: FOUND_AT_ONCE } },
        }),
      );
      setFound((before) => merged(before, tables));
      return tables;
    },
  };
}

function merged(some: readonly Relation[], others: readonly Relation[]): readonly Relation[] {
  const all = [...some, ...others].map((relation) => [`${relation.schema_name}\0${relation.name}`, relation] as const);
  return [...new Map(all).values()];
}
