import { HeadgateError } from '@headgate/client';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { offerToAskOwners } from './approval';
import { leaveWhenOver, readAnew } from './session';

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
  const [state, setState] = useState<State<Result>>(IDLE);
  const latest = useRef(0);
  // What the person sees when it ends may not be what they saw when it began.
  const course = useRef({ act, changes, onDone });
  useLayoutEffect(() => {
    course.current = { act, changes, onDone };
  });
  // The same function each time, so that effects may depend on it.
  const run = useCallback((input: Input): void => {
    const turn = (latest.current += 1);
    // Only of what was begun last, and not given up meanwhile.
    const become = (next: State<Result>): void => {
      if (turn === latest.current) setState(next);
    };
    const settle = (): Promise<unknown> => Promise.all(course.current.changes.map((path) => readAnew(path)));
    const go = async (): Promise<void> => {
      try {
        const result = await course.current.act(input);
        course.current.onDone?.(result);
        await settle();
        become({ ...IDLE, result });
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown));
        leaveWhenOver(error);
        offerToAskOwners(error);
        // What the page shows was changed meanwhile: the person decides anew about what it is now.
        if (error instanceof HeadgateError && error.code === 'PRECONDITION_FAILED') void readAnew();
        await settle();
        become({ ...IDLE, error });
      }
    };
    become({ ...IDLE, isRunning: true });
    void go();
  }, []);
  const reset = useCallback((): void => {
    latest.current += 1;
    setState(IDLE);
  }, []);
  const { error } = state;
  return {
    run,
    ...state,
    fieldError: (field) => detailsOf(error).find((detail) => detail.field.replace(/\[\d+\]$/, '') === field)?.message,
    reset,
  };
}

interface State<Result> {
  readonly isRunning: boolean;
  readonly error: Error | null;
  readonly result: Result | undefined;
}

const IDLE = { isRunning: false, error: null, result: undefined } as const;

interface Detail {
  readonly field: string;
  readonly message: string;
}

function detailsOf(error: Error | null): readonly Detail[] {
  return error instanceof HeadgateError && 'details' in error ? ((error.details as readonly Detail[]) ?? []) : [];
}
