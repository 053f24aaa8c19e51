import type { Outcome } from '../../domain/execution.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';

export interface KeyedExecution {
  readonly organizationId: number;
  readonly isSameRequest: boolean;
  readonly outcome: Outcome;
  /** `null` while it runs, and for one whose process died. */
  readonly kept: KeptAnswer | null;
}

/** A caller who asks twice with one key is answered once; each caller has keys of their own. */
export abstract class KeyedAnswers {
  /** Within the unit of work that begins the execution. @returns false when the key is another execution's already */
  abstract claim(executionId: number, userId: number, key: string, request: unknown): Promise<boolean>;
  abstract find(userId: number, key: string, request: unknown): Promise<KeyedExecution | null>;
  /** As `find`, once the execution has ended, or the patience. */
  abstract ended(userId: number, key: string, request: unknown): Promise<KeyedExecution | null>;
  /** For as long as the execution is kept, sealed: it may hold what a template calls sensitive. */
  abstract keep(executionId: number, kept: KeptAnswer): Promise<void>;

  /** What could not be done at the moment is not the answer for ever: the key is free again. */
  abstract release(executionId: number): Promise<void>;
}
