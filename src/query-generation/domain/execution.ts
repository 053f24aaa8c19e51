import type { Place } from '../../shared/ports/access-control.js';
export const OUTCOMES = ['running', 'generated', 'succeeded', 'rejected', 'failed', 'cancelled', 'timed_out'] as const;

export type Outcome = (typeof OUTCOMES)[number];

type Scalar = string | number | boolean;

export interface ModelUse {
  readonly name: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The total cost of several answers of one model. */
export function sumOf(before: ModelUse | null, { name, inputTokens, outputTokens }: ModelUse): ModelUse {
  return {
    name,
    inputTokens: (before?.inputTokens ?? 0) + inputTokens,
    outputTokens: (before?.outputTokens ?? 0) + outputTokens,
  };
}

/** An executed template, a question in words, or a query that a person wrote. */
export interface Execution {
  readonly id: number;
  readonly organizationId: number;
  readonly userId: number;
  /** `null` once it is deleted, and if none was named. */
  readonly dataSourceId: number | null;
  readonly templateId: number | null;
  readonly templateVersion: number | null;
  /** The saved question that was run; it may be gone by now. `null` for other statements. */
  readonly savedQuestionId: number | null;
  /** Sensitive values are masked. */
  readonly parameters: Readonly<Record<string, Scalar | readonly Scalar[]>> | null;
  readonly question: string | null;
  /** What policies let the person see when they asked (`DataPolicies.sightOf`); `null`: all of it, or they wrote the statement. */
  readonly sight: string | null;
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
  CHANGED_MEANWHILE: 'cancelled',
  QUERY_TIMEOUT: 'timed_out',
  QUERY_REJECTED: 'rejected',
};

/** How a statement that should run ended. */
export function outcomeOf(errorCode: string | null): Outcome {
  return errorCode === null ? 'succeeded' : (ENDS[errorCode] ?? 'failed');
}

/** The error code of an execution that was taken for dead. */
export const INTERRUPTED = 'QUERY_INTERRUPTED';

/** After so long without a sign of life, its process counts as dead. */
export const ABANDONED_AFTER_MS = 30_000;

/** For the access policies of the data source that was asked; it may be gone by now. */
export function placeOf({ organizationId, dataSourceId }: Pick<Execution, 'organizationId' | 'dataSourceId'>): Place {
  return { organizationId, ...(dataSourceId !== null && { dataSourceId }) };
}
