import { type DataOf, type Route, unwrap } from '@headgate/client';
import { useRef, useState } from 'react';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { EXECUTIONS, LIST } from '../template';

const EXECUTE = '/api/v1/prompt-templates/{template_id}/execute';

export type Answer = DataOf<Route<typeof EXECUTE, 'post'>>;

interface Wanted {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly data_source_id: number;
  readonly run: boolean;
}

/** Runs a template. Hanging up ends it at the data source too. */
export function useExecution(template: number, onRan: () => void) {
  const call = useRef<AbortController | null>(null);
  const [isStopped, setStopped] = useState(false);
  const action = useAction(
    async (wanted: Wanted) => {
      setStopped(false);
      call.current = new AbortController();
      return unwrap(
        await headgate.POST(EXECUTE, {
          params: { path: { template_id: template } },
          body: wanted,
          signal: call.current.signal,
        }),
      );
    },
    { changes: [EXECUTIONS, LIST], onDone: () => onRan() },
  );
  return {
    ...action,
    error: isStopped ? null : action.error,
    isStopped,
    stop: () => {
      setStopped(true);
      call.current?.abort();
    },
  };
}
