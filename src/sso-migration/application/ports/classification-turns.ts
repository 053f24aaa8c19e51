/** Looking at everybody of a large organization takes seconds; it must leave database and connections to everybody else. */
export abstract class ClassificationTurns {
  abstract take<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}
