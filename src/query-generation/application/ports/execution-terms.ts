export abstract class ExecutionTerms {
  /** After so many days an execution is forgotten. */
  abstract readonly keptDays: number;
}
