import { type Arguments, type DataOf, type HeadgateError, type PathOf, type Route, unwrap } from '@headgate/client';
import { type QueryKey, type UseQueryResult, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { headgate } from './client';
import { useQuery } from './queries';
import { keyOf } from './session';

export type Read<Path extends PathOf<'get'>> = DataOf<Route<Path, 'get'>>;

interface Wishes {
  readonly enabled?: boolean;
  /** Milliseconds; nothing is requested while the tab is hidden. */
  readonly refetchInterval?: number | false;
}

export function reading<Path extends PathOf<'get'>>(path: Path, ...init: Arguments<Route<Path, 'get'>>) {
  return queryOptions<Read<Path>, HeadgateError, Read<Path>, QueryKey>({
    queryKey: keyOf(path, init[0] ?? {}),
    queryFn: async ({ signal }) => {
      const call = headgate.GET as unknown as (path: string, init: object) => Promise<{ data: Read<Path> }>;
      return unwrap(await call(path, { ...init[0], signal }));
    },
  });
}

/**
 * The answer of a route, kept while its page is open. A new page of a list replaces the old one when it has arrived.
 */
export function useRead<Path extends PathOf<'get'>>(
  path: Path,
  init: Arguments<Route<Path, 'get'>>[0],
  wishes: Wishes = {},
): UseQueryResult<Read<Path>, HeadgateError> {
  const options = reading(path, ...([init] as unknown as Arguments<Route<Path, 'get'>>));
  return useQuery({ ...options, ...wishes, placeholderData: keepPreviousData } as typeof options);
}
