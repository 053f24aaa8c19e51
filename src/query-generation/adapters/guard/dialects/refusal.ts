import type { Rule, Violation } from '../../../domain/judgement.js';

/** Ends the reading of a statement; it never leaves this directory. */
export class Refusal extends Error {
  readonly violation: Violation;

  constructor(rule: Rule, position: number | null, message: string) {
    super(message);
    this.violation = { rule, position, message };
  }
}
