/** What an organization lets its directory do with passwords; the organizations context answers. */
export abstract class PasswordTerms {
  /** Whether a password that a client sends becomes that of the account, where the domain of the address is verified. */
  abstract accepts(organizationId: number): Promise<boolean>;
}
