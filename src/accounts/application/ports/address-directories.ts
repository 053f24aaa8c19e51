/** The directories of organizations that know the person of an account; the scim context answers. */
export abstract class AddressDirectories {
  /** The organization whose directory has taken this member over, and is still connected; `null` if there is none. */
  abstract managerOf(userId: number): Promise<number | null>;
  /**
   * Members are users of the directory before it is connected: these get the address that the account has now, or a directory would
   * take the next holder of the old address for this person. Joins the unit of work, in which the account is locked.
   */
  abstract follow(userId: number): Promise<void>;
}
