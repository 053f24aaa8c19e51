/** A context above this one implements it: which data sources policies are about. */
export abstract class SourcePolicies {
  /** Until the unit of work ends, no data policy or tag starts or stops counting. */
  abstract lock(organizationId: number): Promise<void>;
  /**
   * The sources that active policies are about: their own data policies, data policies that use a tag of their columns, and access
   * policies that forbid something and name them.
   */
  abstract protectedAmong(organizationId: number, dataSourceIds: readonly number[]): Promise<readonly number[]>;
}
