export abstract class BoundMembers {
  /**
   * The members whom an organization-wide requirement binds: not suspended, not disabled, not exempt, no break-glass
   * account, no system administrator.
   */
  abstract of(organizationId: number, now: Date): Promise<readonly number[]>;
  /** The members among them who have to use their provider now or soon, because all members or they alone have to. */
  abstract requiredOf(organizationId: number, now: Date): Promise<readonly number[]>;
}
