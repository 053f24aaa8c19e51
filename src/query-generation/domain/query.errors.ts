import { DomainError, type FieldError, Unavailable } from '../../shared/domain-error.js';
import { clipped } from './clipped.js';
import { type Sentence, say } from '../../shared/sentence.js';

/** It gave no sign of life for so long that it counts as dead. Later results are dropped. */
export class QueryInterrupted extends Unavailable {
  constructor() {
    super('The query was interrupted. Ask again.', 1, 'QUERY_INTERRUPTED');
  }
}

export class ExecutionEnded extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The query has ended already.');
  }
}

export class TooManyQuestions extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('A data source can have at most {most} saved questions. Delete one first.', { most }));
  }
}

export class TooManyBoards extends DomainError {
  constructor(most: number) {
    super('conflict', 'CONFLICT', say('An organization can have at most {most} boards. Delete one first.', { most }));
  }
}

export class BoardFull extends DomainError {
  /** It does not say how many are on it, since some may be hidden. */
  constructor() {
    super('conflict', 'CONFLICT', 'The board is full. Take a question off it before you add another.');
  }
}

export class ModelNotConfigured extends DomainError {
  /** @param given what could be answered without one */
  constructor(given?: Readonly<Record<string, unknown>>) {
    super(
      'unavailable',
      'MODEL_NOT_CONFIGURED',
      'No language model is configured here. Ask the operator to set LLM_BASE_URL and LLM_MODEL.',
      undefined,
      given,
    );
  }
}

const FAULTS = {
  unreachable: 'The language model does not answer. Try again later.',
  timeout: 'The language model took too long. Try again, or ask a shorter question.',
  credentials: 'The language model refuses the credentials of this service. Ask the operator to check LLM_API_KEY.',
  rate_limited: 'The language model has too many requests. Try again later.',
  context_overflow: 'The question and the schema are too long for the language model. Ask a shorter question.',
  bad_request: 'The language model refused the request. Ask the operator to check its settings.',
  server_error: 'The language model failed. Try again later.',
  too_large: 'The answer of the language model is too large. Ask for less data.',
  cut_off: 'The answer of the language model was cut off. Ask for less data.',
  malformed: 'The language model did not answer with a statement. Try again, or ask differently.',
  refused: 'The language model wrote no statement for this question. Ask differently.',
  no_allowed_statement: 'The language model wrote only statements that are not allowed. Ask differently.',
} as const;

/** Stable, for clients and operators. */
export type ModelFault = keyof typeof FAULTS;

export const MODEL_FAULTS = Object.keys(FAULTS) as ModelFault[];

const LONGEST_REASON = 300;

export class ModelFailed extends DomainError {
  /** @param words of the model, for the person who asked; shown short, never followed, never logged */
  constructor(
    readonly fault: ModelFault,
    words?: string,
    further?: Readonly<Record<string, unknown>>,
    /** What the model had written until then, if known. */
    readonly answeredTokens = 0,
  ) {
    super('bad_gateway', 'MODEL_FAILED', FAULTS[fault], undefined, {
      fault,
      ...(words !== undefined && { reason: clipped(words, LONGEST_REASON) }),
      ...further,
    });
  }
}

export class NoSourceToAsk extends DomainError {
  /** @param gone what the template names, and the person does not find */
  constructor(gone: readonly FieldError[] = []) {
    super('conflict', 'CONFLICT', 'The template has no data source any more. Choose one in the template.', gone);
  }
}

export class KeyInUse extends DomainError {
  constructor(why: keyof typeof KEY_IN_USE) {
    super('conflict', 'CONFLICT', KEY_IN_USE[why]);
  }
}

const KEY_IN_USE = {
  other_request: 'Another request used this idempotency key. Send a new key.',
  running: 'The request with this idempotency key is still running. Try again shortly.',
  unanswered: 'The request with this idempotency key ended without an answer. Send it again with another key.',
  policies_changed:
    'Data policies changed what you may see since the request with this idempotency key was answered. Send it with a new key.',
} as const;

export class NothingToJudge extends DomainError {
  constructor(sentence: Sentence) {
    super('conflict', 'CONFLICT', sentence);
  }
}
