/** The accounts of members; the accounts context answers. */
export abstract class MemberAccounts {
  /** Before the organization is locked, in the order in which directories lock both. */
  abstract lock(userId: number): Promise<void>;
  /** Somebody is about to hold more than before: nobody who set a password for them shares in it. Joins the unit of work. */
  abstract endDirectoryPassword(userId: number): Promise<void>;
}
