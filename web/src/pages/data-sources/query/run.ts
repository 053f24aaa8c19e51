import { unwrap } from '@headgate/client';
import { useEffect, useRef } from 'react';
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
  /** Ends it at the data source too: it runs only as long as a client waits for its answer. */
  readonly cancel: () => void;
  readonly isRunning: boolean;
  /** `null` when it was cancelled here. */
  readonly answer: Answer | null | undefined;
  readonly error: Error | null;
}

export function useRun(source: number, onRan: (sql: string) => void): Run {
  const waiting = useRef<AbortController | null>(null);
  // The rows are no longer needed when the page is left.
  useEffect(() => () => waiting.current?.abort(), []);
  const { run, isRunning, result, error } = useAction(
    async ({ sql, maxRows, timeoutMs }: Wanted): Promise<Answer | null> => {
      const { signal } = (waiting.current = new AbortController());
      try {
        const answer = unwrap(
          await headgate.POST('/api/v1/data-sources/{data_source_id}/query', {
            params: { path: { data_source_id: source } },
            body: { sql, max_rows: maxRows, timeout_ms: timeoutMs },
            signal,
          }),
        );
        onRan(sql);
        return answer;
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      }
    },
    { changes: [EXECUTIONS] },
  );
  return { start: run, cancel: () => waiting.current?.abort(), isRunning, answer: result, error };
}
