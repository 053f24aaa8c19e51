import { unwrap } from '@headgate/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import type { components } from '@headgate/client';

export type Answer = components['schemas']['QueryAnswer'];

export const EXECUTIONS = '/api/v1/data-sources/{data_source_id}/query-executions';

interface Wanted {
  readonly sql: string;
  readonly maxRows: number;
  readonly timeoutMs: number;
}

export interface Run {
  readonly start: (wanted: Wanted) => void;
  /** That was run last. */
  readonly sql: string;
  /** Ends it at the data source too: it runs only as long as a client waits for its answer. */
  readonly cancel: () => void;
  readonly isRunning: boolean;
  /** `null` when it was cancelled here. */
  readonly answer: Answer | null | undefined;
  readonly error: Error | null;
}

type Answered<Input> = Omit<Run, 'start' | 'sql'> & { readonly start: (input: Input) => void };

/** The answer to a statement, as long as the page that wants it is shown. @param ask stays the same function */
export function useAnswer<Input = undefined>(ask: (signal: AbortSignal, input: Input) => Promise<Answer>): Answered<Input> {
  const waiting = useRef<AbortController | null>(null);
  // The rows are no longer needed when the page is left.
  useEffect(() => () => waiting.current?.abort(), []);
  const { run, isRunning, result, error } = useAction(
    async (input: Input): Promise<Answer | null> => {
      waiting.current?.abort();
      const { signal } = (waiting.current = new AbortController());
      try {
        return await ask(signal, input);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    { changes: [EXECUTIONS] },
  );
  return { start: run, cancel: () => waiting.current?.abort(), isRunning, answer: result, error };
}

export function useRun(source: number, onRan: (sql: string) => void): Run {
  const [last, setLast] = useState('');
  const answer = useAnswer(
    useCallback(
      async (signal: AbortSignal, { sql, maxRows, timeoutMs }: Wanted) => {
        const found = unwrap(
          await headgate.POST('/api/v1/data-sources/{data_source_id}/query', {
            params: { path: { data_source_id: source } },
            body: { sql, max_rows: maxRows, timeout_ms: timeoutMs },
            signal,
          }),
        );
        setLast(sql);
        onRan(sql);
        return found;
      },
      [source, onRan],
    ),
  );
  return { ...answer, sql: last };
}
