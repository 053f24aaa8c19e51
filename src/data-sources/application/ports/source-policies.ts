/** A context above this one implements it: which data sources policies are about. */
export abstract class SourcePolicies {
  /** Until the unit of work ends, no data policy or tag begins or ends to count. */
  abstract lock(organizationId: number): Promise<void>;
  /**
   * Those of the sources that active policies are about: data policies of theirs, data policies that go by a tag of their columns, and
   * access policies that forbid something and name them.
   */
  abstract protectedAmong(organizationId: number, dataSourceIds: readonly number[]): Promise<readonly number[]>;
}
