/** What the directories of organizations say; the scim context answers. */
export abstract class Provisioning {
  /** Whether the directory has an active user with the address who is no member yet. */
  abstract awaits(input: { organizationId: number; emailKey: string }): Promise<boolean>;
}
