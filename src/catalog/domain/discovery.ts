export const DISCOVERY_STATES = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

/** One attempt to discover the schema of a source. `completed`, `failed` and `cancelled` are final. */
export interface Discovery {
  readonly id: number;
  readonly dataSourceId: number;
  /** `null` for all schemas. */
  readonly schemaName: string | null;
  readonly state: (typeof DISCOVERY_STATES)[number];
  readonly schemasDone: number;
  readonly schemasTotal: number | null;
  readonly tablesSeen: number;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly requestedBy: number | null;
  readonly requestedAt: Date;
  readonly finishedAt: Date | null;
}

/** A process gives a sign of life each second. If none comes for this long, the process counts as dead. */
export const ABANDONED_AFTER_MS = 30_000;

/** Whether the result of a running discovery also answers the wanted one. */
export function coversSchemaOf(running: Pick<Discovery, 'schemaName'>, wanted: { schemaName: string | null }): boolean {
  return running.schemaName === null || running.schemaName === wanted.schemaName;
}
