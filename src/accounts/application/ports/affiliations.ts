/** The organizations that a user belongs to; the organizations context answers. */
export abstract class Affiliations {
  /** Nobody may use one as a password. */
  abstract organizationNamesOf(userId: number): Promise<readonly string[]>;
  abstract nameOf(organizationId: number): Promise<string>;
  /** Whether any other organization counts him as a member, suspended or not. */
  abstract belongsElsewhere(userId: number, organizationId: number): Promise<boolean>;
}
