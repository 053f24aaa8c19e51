import type { Caller } from '../../../shared/caller.js';
import type { Execution } from '../../domain/execution.js';

export type AbandonedExecution = Pick<Execution, 'id' | 'organizationId' | 'userId' | 'templateVersion' | 'question'>;

/** Ends executions whose process has died. */
export abstract class ExecutionRetention {
  /** Fails executions without a sign of life for so long. @returns them */
  abstract failAbandoned(
    silentForMs: number,
    end: { readonly errorCode: string; readonly finishedAt: Date },
  ): Promise<readonly AbandonedExecution[]>;
  /** Some at a time. @returns how many */
  abstract purge(startedBefore: Date, most: number): Promise<number>;
}

export type NewExecution = Pick<
  Execution,
  | 'organizationId'
  | 'userId'
  | 'dataSourceId'
  | 'templateId'
  | 'templateVersion'
  | 'savedQuestionId'
  | 'parameters'
  | 'question'
  | 'sight'
  | 'sql'
  | 'startedAt'
>;

export type ExecutionEnd = Pick<
  Execution,
  'sql' | 'outcome' | 'errorCode' | 'rowCount' | 'isTruncated' | 'durationMs' | 'model' | 'finishedAt'
>;

export abstract class Executions {
  abstract begin(execution: NewExecution): Promise<number>;
  /** Takes effect once: an ended execution does not change. @returns whether this was its end */
  abstract finish(id: number, end: ExecutionEnd): Promise<boolean>;
  abstract isRunning(id: number): Promise<boolean>;
  /** `null`: it runs, or ended well. */
  abstract errorCodeOf(id: number): Promise<string | null>;
  /** Finds only executions of the caller's organizations; `null` for others, as for missing ones. */
  abstract findFor(caller: Caller, id: number): Promise<Execution | null>;
  /** Records a sign of life. @returns whether its end was requested */
  abstract beat(id: number): Promise<boolean>;
  /** @returns false when it has ended already */
  abstract requestCancel(id: number): Promise<boolean>;
}
