/** The users that a client of SCIM sees; the scim context keeps them. Every member is one of them. */
export abstract class Directory {
  /** A person has become a member, or was one already; joins the caller's unit of work. */
  abstract entered(member: { organizationId: number; userId: number }): Promise<void>;
  /** Called before the membership ends. */
  abstract left(member: { organizationId: number; userId: number }): Promise<void>;
}
