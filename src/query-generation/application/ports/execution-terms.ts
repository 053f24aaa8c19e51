export abstract class ExecutionTerms {
  /** Executions are deleted after so many days. */
  abstract readonly keptDays: number;
}
