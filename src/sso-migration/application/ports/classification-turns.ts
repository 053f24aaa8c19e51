/**
 * Looking at all members of a large organization takes seconds; it must leave database and connections to all other
 * work.
 */
export abstract class ClassificationTurns {
  abstract take<T>(organizationId: number, work: () => Promise<T>): Promise<T>;
}
