/** How far an organization requires single sign-on; the sso-enforcement context answers. */
export abstract class SignOnRequirement {
  /** For all its members; does the same work when there is no such organization (`null`). */
  abstract isRequiredAt(organizationId: number | null): Promise<boolean>;
  /** For all its members, or for some during a migration. */
  abstract isRequiredOfAnybodyAt(organizationId: number): Promise<boolean>;
  /** Members who have to come in by their provider, by id. */
  abstract boundAt(organizationId: number): Promise<readonly number[]>;
  /** Whether a person has a break-glass account of the organization, which must work without the provider. */
  abstract isBreakGlass(organizationId: number, userId: number): Promise<boolean>;
}
