export type Outcome = 'running' | 'generated' | 'succeeded' | 'rejected' | 'failed' | 'cancelled' | 'timed_out';

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
  readonly parameters: Readonly<Record<string, unknown>> | null;
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
