import type { Example } from '../../domain/prompt.js';

export interface GivenFeedback {
  readonly executionId: number;
  readonly userId: number;
  readonly isRight: boolean;
  readonly correctedSql: string | null;
  readonly givenAt: Date;
}

export abstract class Feedback {
  /** In place of what was said before. */
  abstract give(feedback: GivenFeedback): Promise<void>;
  /** Pairs that people of the organization found right, or set right, the most similar questions first. */
  abstract similar(
    wanted: { readonly organizationId: number; readonly dataSourceId: number; readonly question: string },
    most: number,
  ): Promise<readonly Example[]>;
}
