import type { Example } from '../../domain/prompt.js';

export interface GivenFeedback {
  readonly executionId: number;
  readonly userId: number;
  readonly isRight: boolean;
  readonly correctedSql: string | null;
  readonly givenAt: Date;
}

export abstract class Feedback {
  /** Replaces earlier feedback. */
  abstract give(feedback: GivenFeedback): Promise<void>;
  /** `null` if the statement was not corrected. */
  abstract correctionOf(executionId: number): Promise<{ readonly sql: string; readonly userId: number | null } | null>;
  /** Pairs that one of `givers` found right or corrected, the most similar questions first; none that have little in common. */
  abstract similar(
    wanted: {
      readonly organizationId: number;
      readonly dataSourceId: number;
      readonly question: string;
      readonly givers: readonly number[];
    },
    most: number,
  ): Promise<readonly Example[]>;
}
