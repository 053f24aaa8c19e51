/** How far an organization insists on single sign-on; the enforcement context answers. */
export abstract class SignOnRequirement {
  /** Of everybody in it; does the same work where there is no such organization (`null`). */
  abstract isRequiredAt(organizationId: number | null): Promise<boolean>;
  /** Of everybody, or of some while a migration goes on. */
  abstract isRequiredOfAnybodyAt(organizationId: number): Promise<boolean>;
  /** Whether somebody holds a key to the organization that must work without the provider. */
  abstract isBreakGlass(organizationId: number, userId: number): Promise<boolean>;
}
