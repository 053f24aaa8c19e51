import type { Caller } from '../../../shared/caller.js';
import type { Execution } from '../../domain/execution.js';

export type NewExecution = Pick<
  Execution,
  | 'organizationId'
  | 'userId'
  | 'dataSourceId'
  | 'templateId'
  | 'templateVersion'
  | 'parameters'
  | 'question'
  | 'sql'
  | 'startedAt'
>;

export type ExecutionEnd = Pick<
  Execution,
  'sql' | 'outcome' | 'errorCode' | 'rowCount' | 'isTruncated' | 'durationMs' | 'model' | 'finishedAt'
>;

export abstract class Executions {
  abstract begin(execution: NewExecution): Promise<number>;
  abstract finish(id: number, end: ExecutionEnd): Promise<void>;
  /** Of an organization that the caller is in; `null` for others, as for what is not there. */
  abstract findFor(caller: Caller, id: number): Promise<Execution | null>;
  /** Says that it still runs. @returns whether somebody wants it ended */
  abstract beat(id: number): Promise<boolean>;
  /** @returns false when it has ended already */
  abstract requestCancel(id: number): Promise<boolean>;
}
