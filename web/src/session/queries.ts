import { HeadgateError, UnexpectedAnswer } from '@headgate/client';
import { QueryCache, QueryClient, useQuery as useQueryOf } from '@tanstack/react-query';
import { NoAnswer, secondsToWait } from './client';
import { keepReadsIn, leaveWhenOver } from './session';

/** Seconds that a page waits for a repeat without a word. */
const LONGEST_WAIT = 10;

/** Data that was read is kept for one person, and is emptied when that person leaves. The sign-in page comes without it. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenOver }),
  defaultOptions: {
    queries: {
      // The service may stand on this machine or in its network, which a browser without the internet calls offline.
      networkMode: 'always',
      staleTime: 10_000,
      // `ifMatch` takes the object that was read, so it stays the object that the answer brought.
      structuralSharing: false,
      retry: (failures, error) => failures < 2 && isWorthARepeat(error) && secondsBefore(error) <= LONGEST_WAIT,
      retryDelay: (_failures, error) => secondsBefore(error) * 1000,
      refetchIntervalInBackground: false,
    },
  },
});

keepReadsIn(queries);

export const useQuery = ((options: Parameters<typeof useQueryOf>[0]) => useQueryOf(options, queries)) as typeof useQueryOf;

const secondsBefore = (error: Error): number => secondsToWait(error) ?? 1;

function isWorthARepeat(error: Error): boolean {
  if (error instanceof UnexpectedAnswer) return [502, 503, 504].includes(error.response.status);
  return error instanceof HeadgateError ? error.status === 503 : error instanceof NoAnswer;
}
