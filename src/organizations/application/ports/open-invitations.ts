/** Invitations that are still open; the invitations context answers. */
export abstract class OpenInvitations {
  /** Revokes those of an organization to the address of this account; joins the unit of work of the removal. */
  abstract revokeTo(invited: { organizationId: number; userId: number }, actorUserId: number): Promise<void>;
}
