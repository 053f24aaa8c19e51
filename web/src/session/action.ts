import { HeadgateError } from '@headgate/client';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { offerToAskOwners } from './approval';
import { leaveWhenOver, queries } from './session';

interface Action<Input, Result> {
  /** Starts it; errors stay in `error`, so nothing needs to be caught. */
  readonly run: (input: Input) => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly result: Result | undefined;
  /** What is wrong with a field of the body, or with an entry of it, by its name. */
  readonly fieldError: (field: string) => string | undefined;
  readonly reset: () => void;
}

interface Course<Result> {
  /** Paths whose reads are stale afterwards, even when it failed: another person may have been quicker. */
  readonly changes?: readonly string[];
  readonly onDone?: (result: Result) => void;
}

/** An action of a person. Its outcome is shown when the service has confirmed it, never before. */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  { changes = [], onDone }: Course<Result> = {},
): Action<Input, Result> {
  const mutation = useMutation<Result, Error, Input>({
    mutationFn: act,
    onError: (error) => {
      leaveWhenOver(error);
      offerToAskOwners(error);
      // What the page shows was changed meanwhile: the person decides anew about what it is now.
      if (error instanceof HeadgateError && error.code === 'PRECONDITION_FAILED') void queries.invalidateQueries();
    },
    onSuccess: onDone,
    onSettled: () => Promise.all(changes.map((path) => queries.invalidateQueries({ queryKey: [path] as QueryKey }))),
  });
  const { error, mutate } = mutation;
  // The same function each time, so that effects may depend on it.
  const run = useCallback((input: Input) => mutate(input), [mutate]);
  return {
    run,
    isRunning: mutation.isPending,
    error,
    result: mutation.data,
    fieldError: (field) => detailsOf(error).find((detail) => detail.field.replace(/\[\d+\]$/, '') === field)?.message,
    reset: mutation.reset,
  };
}

interface Detail {
  readonly field: string;
  readonly message: string;
}

function detailsOf(error: Error | null): readonly Detail[] {
  return error instanceof HeadgateError && 'details' in error ? ((error.details as readonly Detail[]) ?? []) : [];
}
