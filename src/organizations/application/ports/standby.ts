export interface LeavingOwner {
  readonly organizationId: number;
  readonly userId: number;
  readonly by: 'owner' | 'directory';
}

/** Owners who are kept for emergencies of single sign-on; the sso-enforcement context answers. */
export abstract class Standby {
  /**
   * Called when a person is about to lose the role of owner. Joins the unit of work, in which the organization is
   * locked.
   * @throws DomainError BREAK_GLASS_NEEDED, BREAK_GLASS_STAYS when they are still needed
   */
  abstract spare(owner: LeavingOwner): Promise<void>;
}
