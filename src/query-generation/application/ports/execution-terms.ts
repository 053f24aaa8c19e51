export abstract class ExecutionTerms {
  /** Executions are deleted after this many days. */
  abstract readonly keptDays: number;
}
