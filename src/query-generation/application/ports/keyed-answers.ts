import type { Outcome } from '../../domain/execution.js';
import type { KeptAnswer } from '../../domain/kept-answer.js';

export interface KeyedExecution {
  readonly organizationId: number;
  readonly dataSourceId: number | null;
  readonly templateId: number | null;
  readonly isSameRequest: boolean;
  readonly outcome: Outcome;
  /** `null` while it runs, and for one whose process died. */
  readonly kept: KeptAnswer | null;
}

/** A repeated request with the same key gets the first answer; each caller has their own keys. */
export abstract class KeyedAnswers {
  /** Within the unit of work that begins the execution. @returns false if another execution already has the key */
  abstract claim(executionId: number, userId: number, key: string, request: unknown): Promise<boolean>;
  abstract find(userId: number, key: string, request: unknown): Promise<KeyedExecution | null>;
  /** As `find`, once the execution has ended or the waiting time is over. */
  abstract ended(userId: number, key: string, request: unknown): Promise<KeyedExecution | null>;
  /** Kept as long as the execution, encrypted, because it may hold values that a template calls sensitive. */
  abstract keep(executionId: number, kept: KeptAnswer): Promise<void>;

  /** Frees the key again, because a temporary failure must not stay the answer. */
  abstract release(executionId: number): Promise<void>;
}
