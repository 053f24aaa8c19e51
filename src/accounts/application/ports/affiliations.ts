/** The organizations that a user belongs to; the organizations context answers. */
export abstract class Affiliations {
  /** Nobody may use one as a password. */
  abstract organizationNamesOf(userId: number): Promise<readonly string[]>;
  abstract nameOf(organizationId: number): Promise<string>;
  /** `belongsElsewhere`: whether any other organization counts him as a member, suspended or not. */
  abstract standingAt(
    organizationId: number,
    userId: number,
  ): Promise<{ readonly belongsElsewhere: boolean; readonly isOwner: boolean }>;
}
