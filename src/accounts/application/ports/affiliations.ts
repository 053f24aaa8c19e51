/** Names of the organizations a user belongs to: nobody may use one as a password. */
export abstract class Affiliations {
  abstract organizationNamesOf(userId: number): Promise<readonly string[]>;
}
