/** A role or a group whose name people write in policies. */
export interface RenamedThing {
  readonly organizationId: number;
  readonly kind: 'role' | 'group';
  readonly id: number | string;
  readonly from: string;
  /** `null`: it is deleted. */
  readonly to: string | null;
  /** `null`: a directory. */
  readonly actorUserId: number | null;
}

/** What depends on the names of roles and groups. */
export abstract class NameFollowers {
  /**
   * Makes every policy that names the thing follow its new name. In the unit of work that renames or deletes it: a group before it loses
   * its members.
   * @throws Unavailable
   */
  abstract follow(thing: RenamedThing): Promise<void>;
}
