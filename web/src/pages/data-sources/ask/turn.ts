import type { components } from '@headgate/client';

type Schemas = components['schemas'];

/** What the service tells while it answers; what went wrong is thrown. */
export type Told = Exclude<Schemas['AskEvent'], { event: 'error' }>;

type DataOf<Name extends Told['event']> = Extract<Told, { event: Name }>['data'];

export type ToldTables = DataOf<'context'>;
export type Verdict = DataOf<'verdict'>;
export type Rows = DataOf<'rows'>;
type Sentence = DataOf<'sentence'>;
export type Chart = DataOf<'chart'>;
export type Clarification = DataOf<'clarification'>;

/** A statement of the model; one that is refused may be followed by another. */
export interface Attempt {
  readonly sql: string;
  readonly explanation: string | null;
  /** `null` while the guard has not judged it. */
  readonly verdict: Verdict | null;
}

/** A question that was asked on this page, as far as it is answered. */
export interface Turn {
  readonly key: number;
  readonly question: string;
  readonly executionId: number | null;
  readonly isDiscovering: boolean;
  readonly tables: ToldTables | null;
  readonly attempts: readonly Attempt[];
  readonly rows: Rows | null;
  readonly sentence: Sentence | null;
  readonly chart: Chart | null;
  readonly clarification: Clarification | null;
  readonly state: 'running' | 'answered' | 'stopped' | 'failed';
  readonly error: Error | null;
}

export function newTurn(key: number, question: string): Turn {
  return {
    key,
    question,
    executionId: null,
    isDiscovering: false,
    tables: null,
    attempts: [],
    rows: null,
    sentence: null,
    chart: null,
    clarification: null,
    state: 'running',
    error: null,
  };
}

/** The turn, one event further. */
export function after(turn: Turn, told: Told): Turn {
  switch (told.event) {
    case 'started':
      return { ...turn, executionId: told.data.execution_id };
    case 'discovering':
      return { ...turn, isDiscovering: true };
    case 'context':
      return { ...turn, isDiscovering: false, tables: told.data };
    case 'sql': {
      const { sql, explanation } = told.data;
      return { ...turn, attempts: [...turn.attempts, { sql, explanation, verdict: null }] };
    }
    case 'verdict': {
      const { data: verdict } = told;
      const last = turn.attempts.length - 1;
      return {
        ...turn,
        attempts: turn.attempts.map((attempt, index) => (index === last ? { ...attempt, verdict } : attempt)),
      };
    }
    case 'rows':
      return { ...turn, rows: told.data };
    case 'sentence':
      return { ...turn, sentence: told.data };
    case 'chart':
      return { ...turn, chart: told.data };
    case 'clarification':
      return { ...turn, clarification: told.data };
    case 'done':
      return { ...turn, state: 'answered' };
  }
}
