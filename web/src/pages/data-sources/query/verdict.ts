import { type HeadgateError, type components, unwrap } from '@headgate/client';
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { headgate } from '../../../session/client';
import { useRested } from '../../../ui/rested';

export type Verdict = components['schemas']['QueryVerdict'];

export type Violation = Verdict['violations'][number];

const PAUSE_MS = 500;

/** What the guard says about a statement, asked when the typing pauses. The database is not asked. */
export function useVerdict(source: number, sql: string): UseQueryResult<Verdict, HeadgateError> {
  const settled = useRested(sql, PAUSE_MS);
  return useQuery<Verdict, HeadgateError, Verdict, QueryKey>({
    queryKey: ['/api/v1/data-sources/{data_source_id}/query/validate', source, settled],
    enabled: settled.trim() !== '' && settled === sql,
    staleTime: 60_000,
    gcTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(
        await headgate.POST('/api/v1/data-sources/{data_source_id}/query/validate', {
          params: { path: { data_source_id: source } },
          body: { sql: settled },
          signal,
        }),
      ),
  });
}

/** Line and column of a character, both from 1, as editors count. */
export function lineAndColumn(text: string, position: number): readonly [number, number] {
  const before = text.slice(0, position).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}
