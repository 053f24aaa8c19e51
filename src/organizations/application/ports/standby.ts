export interface LeavingOwner {
  readonly organizationId: number;
  readonly userId: number;
  readonly by: 'owner' | 'directory';
}

/** Owners who are kept for emergencies of single sign-on; the sso-enforcement context answers. */
export abstract class Standby {
  /**
   * Somebody is about to be an owner no longer. Joins the unit of work, in which the organization is locked.
   * @throws DomainError BREAK_GLASS_NEEDED, BREAK_GLASS_STAYS when they may not be spared
   */
  abstract spare(owner: LeavingOwner): Promise<void>;
}
