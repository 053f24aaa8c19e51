/** What a person is to an organization. */
export interface AffiliationStanding {
  /** Whether any other organization counts them as a member, suspended or not. */
  readonly belongsElsewhere: boolean;
  readonly isOwner: boolean;
  readonly isSuspended: boolean;
}

/** The organizations that a user belongs to; the organizations context answers. */
export abstract class Affiliations {
  /** The names of these organizations: none may serve as a password. */
  abstract organizationNamesOf(userId: number): Promise<readonly string[]>;
  /** Those that have suspended the user too. */
  abstract idsOf(userId: number): Promise<readonly number[]>;
  /**
   * From now on the organizations whose directories brought this person see them; joins the unit of work of the claim.
   */
  abstract arrive(userId: number): Promise<void>;
  abstract nameOf(organizationId: number): Promise<string>;
  /** Whether the organization lets its directory set passwords. */
  abstract acceptsDirectoryPasswords(organizationId: number): Promise<boolean>;
  /** With the account locked, before anything else is: it locks the organization of an owner. */
  abstract standingAt(organizationId: number, userId: number): Promise<AffiliationStanding>;
  /** Locks nothing, for what opens nothing. */
  abstract glanceAt(organizationId: number, userId: number): Promise<AffiliationStanding>;
}
