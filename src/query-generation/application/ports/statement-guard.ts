import type { Dialect, Judgement } from '../../domain/judgement.js';

export abstract class StatementGuard {
  /**
   * Lets through what it knows to be harmless, and nothing else: what it does not understand is a violation.
   *
   * @param party whose statement it is: long ones are judged in turn
   * @throws Unavailable when too many wait
   */
  abstract judge(dialect: Dialect, sql: string, party: string): Promise<Judgement>;
}
