/** A role that a group of the directory gives to somebody. */
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
  /** `null` where the last group that gave a role was left. */
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

/** Whom it concerns: some members of an organization, or all of them with `null`. */
export interface GrantScope {
  readonly organizationId: number;
  readonly userIds: readonly number[] | null;
}

/** What groups of a directory give to members; each of these is one statement, however many they are. */
export abstract class ProvisionedGrants {
  /**
   * Whoever is in scope and gets nothing any more falls back; owners keep their role, and so does whoever was given theirs by hand.
   * @param fallbackRoleId `null` for the built-in viewer
   */
  abstract giveRoles(
    scope: GrantScope,
    grants: readonly GroupGrant[],
    fallbackRoleId: number | null,
  ): Promise<RoleMove[]>;
  /** Exactly these in scope; what somebody was given by hand stays. */
  abstract giveWorkspaces(scope: GrantScope, grants: readonly WorkspaceGrant[], at: Date): Promise<WorkspaceMove[]>;
}
