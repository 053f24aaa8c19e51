export abstract class BoundMembers {
  /**
   * The members whom an organization-wide requirement binds: not suspended, not disabled, no break-glass account, no
   * system administrator.
   */
  abstract of(organizationId: number): Promise<readonly number[]>;
  /** The members among them who have to use their provider now or soon, because all members or they alone have to. */
  abstract requiredOf(organizationId: number): Promise<readonly number[]>;
}
