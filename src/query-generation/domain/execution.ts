export const OUTCOMES = ['running', 'generated', 'succeeded', 'rejected', 'failed', 'cancelled', 'timed_out'] as const;

export type Outcome = (typeof OUTCOMES)[number];

type Scalar = string | number | boolean;

export interface ModelUse {
  readonly name: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** A template that was executed, or a query by hand. */
export interface Execution {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  /** `null` once it is deleted, and where none was named. */
  readonly dataSourceId: number | null;
  readonly templateId: number | null;
  readonly templateVersion: number | null;
  /** Sensitive values are masked. */
  readonly parameters: Readonly<Record<string, Scalar | readonly Scalar[]>> | null;
  readonly question: string | null;
  readonly sql: string | null;
  readonly outcome: Outcome;
  readonly errorCode: string | null;
  readonly rowCount: number | null;
  readonly isTruncated: boolean | null;
  readonly durationMs: number | null;
  readonly model: ModelUse | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

/** The error code of a failure on our side, not of a refusal. */
export const INTERNAL = 'INTERNAL';

const ENDS: Readonly<Record<string, Outcome>> = {
  QUERY_CANCELLED: 'cancelled',
  QUERY_TIMEOUT: 'timed_out',
  QUERY_REJECTED: 'rejected',
};

/** What became of a statement that was to be run. */
export function outcomeOf(errorCode: string | null): Outcome {
  return errorCode === null ? 'succeeded' : (ENDS[errorCode] ?? 'failed');
}

/** The error code of what was taken for dead. */
export const INTERRUPTED = 'QUERY_INTERRUPTED';

/** No sign of life for so long: the process that ran it is dead. */
export const ABANDONED_AFTER_MS = 30_000;
