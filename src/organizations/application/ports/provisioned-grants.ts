import type { HeldRoles } from '../../../shared/held-roles.js';

/** A role that a group gives to a person. */
export interface GroupGrant {
  readonly userId: number;
  readonly roleId: number;
  /** The id of a group of the directory, or the name of a group among claims; for the audit trail. */
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

/**
 * Who says in which groups people are: the directory, or the claims of a login. Each takes away only what it gave itself. The directory
 * takes over what claims gave, and a role in the organization that was given by hand; claims do neither.
 */
export type GrantSource = 'directory' | 'claims';

/** The members concerned: some members of an organization, or all of them with `null`. */
export interface GrantScope {
  readonly organizationId: number;
  readonly userIds: readonly number[] | null;
  readonly source: GrantSource;
}

/** A role that claims gave. */
export interface ClaimedRole {
  readonly roleId: number;
  /** `null`: in the organization. */
  readonly workspaceId: number | null;
}

/** What groups give to members; each change is one statement, however many they are. */
export abstract class ProvisionedGrants {
  /**
   * Members in scope to whom no group gives a role any more fall back; owners keep their role, and so do members who
   * were given theirs by hand. Claims replace a role given by hand only where it is the one that members fall back to, or the viewer.
   * @param fallbackRoleId `null` for the built-in viewer
   */
  abstract giveRoles(scope: GrantScope, grants: readonly GroupGrant[], fallbackRoleId: number | null): Promise<RoleMove[]>;
  /** Sets exactly these in scope; what was given by hand stays. */
  abstract giveWorkspaces(scope: GrantScope, grants: readonly WorkspaceGrant[], at: Date): Promise<WorkspaceMove[]>;
  /** `null` for somebody who is not a member. */
  abstract heldBy(organizationId: number, userId: number): Promise<HeldRoles | null>;
  abstract claimedBy(organizationId: number, userId: number): Promise<readonly ClaimedRole[]>;
}
