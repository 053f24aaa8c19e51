export interface Membership {
  readonly isMember: boolean;
  readonly isSuspended: boolean;
  /** Also by a role of the organization's own that holds everything. */
  readonly isOwner: boolean;
}

/** Memberships of an organization; the organizations context answers. Joins the unit of work, with the account locked. */
export abstract class Memberships {
  abstract of(organizationId: number, userId: number): Promise<Membership>;
  /** Lets somebody in, with the role or as a viewer; he stands in the directory of the organization from then on. @throws Raced when he is in already */
  abstract admit(input: {
    organizationId: number;
    userId: number;
    roleId: number | null;
    connectionId: number;
  }): Promise<void>;
}
