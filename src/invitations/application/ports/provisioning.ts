/** What the directories of organizations say; the scim context answers. */
export abstract class Provisioning {
  /** Whether the directory has an active user with the address who is not a member yet. */
  abstract awaits(input: { organizationId: number; emailKey: string }): Promise<boolean>;
  /** Whether the directory has a user with the address, active or not, who has not come. */
  abstract brings(input: { organizationId: number; emailKey: string }): Promise<boolean>;
}
