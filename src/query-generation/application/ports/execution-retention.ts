import type { Execution } from '../../domain/execution.js';

export type AbandonedExecution = Pick<Execution, 'id' | 'organizationId' | 'userId' | 'dataSourceId' | 'templateId'>;

/** What becomes of executions when nobody looks after them any more. */
export abstract class ExecutionRetention {
  /** Those whose process gave no sign of life for so long. @returns them */
  abstract failAbandoned(
    silentForMs: number,
    end: { readonly errorCode: string; readonly finishedAt: Date },
  ): Promise<readonly AbandonedExecution[]>;
  /** Some at a time. @returns how many */
  abstract purge(startedBefore: Date, most: number): Promise<number>;
}
