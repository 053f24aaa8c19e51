import type { HeadgateError } from '@headgate/client';
import type { QueryKey, UseQueryResult } from '@tanstack/react-query';
import { useRested } from '../ui/rested';
import { useQuery } from './queries';

const PAUSE_MS = 500;
const KEPT_MS = 60_000;

/**
 * What the service says about what a person types, asked when the typing pauses.
 * @param about everything that the answer depends on
 * @param check `null` while there is nothing to ask about
 */
export function useChecked<Checked>(
  about: readonly unknown[],
  check: ((signal: AbortSignal) => Promise<Checked>) | null,
): UseQueryResult<Checked, HeadgateError> {
  const now = JSON.stringify(about);
  const rested = useRested(now, PAUSE_MS);
  return useQuery<Checked, HeadgateError, Checked, QueryKey>({
    queryKey: ['checked', rested],
    ...(check !== null && { queryFn: ({ signal }) => check(signal) }),
    enabled: check !== null && rested === now,
    gcTime: KEPT_MS,
    staleTime: KEPT_MS,
  });
}
