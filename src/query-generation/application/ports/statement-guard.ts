import type { Dialect, Judgement } from '../../domain/judgement.js';

export abstract class StatementGuard {
  /** Lets through what it knows to be harmless, and nothing else: what it does not understand is a violation. Never throws. */
  abstract judge(dialect: Dialect, sql: string): Promise<Judgement>;
}
