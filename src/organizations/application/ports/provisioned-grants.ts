/** A role that a group of the directory gives to a person. */
export interface GroupGrant {
  readonly userId: number;
  readonly roleId: number;
  /** The group; for the audit trail. */
  readonly groupId: string;
}

export interface WorkspaceGrant extends GroupGrant {
  readonly workspaceId: number;
}

export interface RoleMove {
  readonly userId: number;
  readonly from: string;
  readonly to: string;
  /** `null` when the person left the last group that gave a role. */
  readonly groupId: string | null;
  readonly hasCome: boolean;
}

export interface WorkspaceMove {
  readonly userId: number;
  readonly workspaceId: number;
  readonly change: 'added' | 'changed' | 'removed';
  readonly role: string;
  readonly groupId: string | null;
  readonly hasCome: boolean;
}

/** The members concerned: some members of an organization, or all of them with `null`. */
export interface GrantScope {
  readonly organizationId: number;
  readonly userIds: readonly number[] | null;
}

/** What groups of a directory give to members; each of these is one statement, however many they are. */
export abstract class ProvisionedGrants {
  /**
   * Members in scope to whom no group gives a role any more fall back; owners keep their role, and so do members who
   * were given theirs by hand.
   * @param fallbackRoleId `null` for the built-in viewer
   */
  abstract giveRoles(scope: GrantScope, grants: readonly GroupGrant[], fallbackRoleId: number | null): Promise<RoleMove[]>;
  /** Sets exactly these in scope; what was given by hand stays. */
  abstract giveWorkspaces(scope: GrantScope, grants: readonly WorkspaceGrant[], at: Date): Promise<WorkspaceMove[]>;
}
