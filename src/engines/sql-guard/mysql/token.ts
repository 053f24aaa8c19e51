import { inEnglish, saidOf } from '../../../shared/sentence.js';
import type { Rule, Violation } from '../judgement.js';

export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'end';
  /** A word, number or symbol as it was written; of a quoted name what is between its quotes. */
  readonly text: string;
  /** A word in capitals. It is empty for other tokens and for words outside ASCII, because `ſelect` in capitals would be a keyword. */
  readonly word: string;
  /** Index in the statement, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Ends the reading: the rest of the statement cannot be read. */
export class Refusal extends Error {
  readonly violation: Violation;

  constructor(rule: Rule, position: number, message: Violation['message']) {
    super(inEnglish(saidOf(message)));
    this.violation = { rule, position, message };
  }
}
