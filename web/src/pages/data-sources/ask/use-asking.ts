import { eventsOf } from '@headgate/client/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAction } from '../../../session/action';
import { headgate } from '../../../session/client';
import { EXECUTIONS } from '../query/run';
import { type Turn, after, newTurn } from './turn';

export const CONVERSATIONS = '/api/v1/conversations';
export const CONVERSATION = '/api/v1/conversations/{conversation_id}';

interface Live {
  /** `null` until the service has begun one. */
  readonly conversation: number | null;
  /** It began on this page, so that all of its turns are here. */
  readonly isNew: boolean;
  readonly turns: readonly Turn[];
}

export interface Asking {
  readonly live: Live;
  readonly isRunning: boolean;
  /** @param conversation to go on with; `null` begins a new one */
  readonly ask: (question: string, conversation: number | null) => void;
  /** Ends the question that is being answered, at the data source too. */
  readonly stop: () => void;
  /** Empties the page for another conversation. */
  readonly leave: () => void;
}

const NONE: Live = { conversation: null, isNew: true, turns: [] };

interface Asked {
  readonly turn: Turn;
  readonly conversation: number | null;
}

/** Questions of one conversation that are asked on this page, and their answers as they come. Their rows are kept only here. */
export function useAsking(source: number): Asking {
  const waiting = useRef<AbortController | null>(null);
  const keys = useRef(0);
  const [live, setLive] = useState(NONE);
  // When the person leaves the page, the answer is not needed any more.
  useEffect(() => () => waiting.current?.abort(), []);
  const change = (key: number, next: (turn: Turn) => Turn): void =>
    setLive((now) => ({ ...now, turns: now.turns.map((turn) => (turn.key === key ? next(turn) : turn)) }));
  const { run, isRunning } = useAction(
    async ({ turn: { key, question }, conversation }: Asked): Promise<void> => {
      const { signal } = (waiting.current = new AbortController());
      try {
        const events = eventsOf(headgate, '/api/v1/data-sources/{data_source_id}/ask', {
          params: { path: { data_source_id: source } },
          body: { question, ...(conversation !== null && { conversation_id: conversation }) },
          signal,
        });
        for await (const told of events) {
          if (told.event === 'started') setLive((now) => ({ ...now, conversation: now.conversation ?? told.data.conversation_id }));
          change(key, (turn) => after(turn, told));
        }
      } catch (error) {
        change(key, (turn) => (signal.aborted ? { ...turn, state: 'stopped' } : { ...turn, state: 'failed', error: error as Error }));
        if (!signal.aborted) throw error;
      }
    },
    { changes: [CONVERSATIONS, EXECUTIONS] },
  );
  const ask = (question: string, conversation: number | null): void => {
    const turn = newTurn((keys.current += 1), question);
    setLive((now) =>
      now.conversation === conversation && now.turns.length > 0
        ? { ...now, turns: [...now.turns, turn] }
        : { conversation, isNew: conversation === null, turns: [turn] },
    );
    run({ turn, conversation });
  };
  const leave = useCallback(() => {
    waiting.current?.abort();
    setLive(NONE);
  }, []);
  return { live, isRunning, ask, stop: () => waiting.current?.abort(), leave };
}
