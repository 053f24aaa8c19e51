import type { Page, PageRequest } from '../../../shared/page.js';
import type { Caller } from '../../../shared/caller.js';
import type { Contact } from '../../../shared/mail-to.js';
import type { Permission, PermissionGrant } from '../../../shared/permission.js';
import type { InWorkspace } from '../../../shared/workspace-grants.js';
import type { HeldKind, Place, Standing } from '../../../shared/ports/access-control.js';
import type { MemberStatus } from '../../domain/member.js';
import type { Role } from '../../domain/role.js';

export interface Member {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly status: MemberStatus;
  readonly role: { readonly id: number; readonly name: string };
  readonly joinedAt: Date;
}

/** What decides where a session gets in. */
export type SessionOfUser = Pick<Caller, 'userId' | 'ssoConnectionId' | 'mfaAt' | 'deviceId'>;

export interface Arrival {
  readonly organizationId: number;
  /** Name of their role there. */
  readonly role: string;
}

/** What a member holds in an organization, or in some of its workspaces. */
export interface HeldWithin {
  readonly organizationId: number;
  /** By the role in the organization. */
  readonly held: readonly PermissionGrant[];
  /** `null` for the organization itself. */
  readonly workspace: InWorkspace | null;
  /** The workspaces in which it is the same. */
  readonly ids: readonly number[];
}

/**
 * A person whom a directory brings is a member with all rights at once, so that groups and single sign-on can apply to
 * them. Lists and lookups by id leave them out until they come, because the directory of an organization must not
 * reveal who has an account here.
 */
export interface Holder extends Contact {
  readonly userId: number;
}

export abstract class Members {
  /** @throws MemberAlready; NotFound when there is no such account */
  abstract add(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void>;
  /** A person who is a member already keeps their role. */
  abstract admit(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void>;
  /** Members who have come, by the id of the account; `search` is what `soughtWords` reads. */
  abstract pageOf(organizationId: number, search: string | null, request: PageRequest): Promise<Page<Member>>;
  /** Leaves out members who have not come. */
  abstract find(organizationId: number, userId: number): Promise<Member | null>;
  /** Includes members who have not come. */
  abstract roleOf(organizationId: number, userId: number): Promise<Role | null>;
  /** Marks a person as come in every organization that does not suspend them. @returns where they are new */
  abstract arrive(userId: number, at: Date): Promise<readonly Arrival[]>;
  abstract changeRole(organizationId: number, userId: number, roleId: number): Promise<void>;
  /** With all workspaces of the organization. */
  abstract remove(organizationId: number, userId: number): Promise<void>;
  /** The other owners with an active account who are not suspended. */
  abstract otherOwners(organizationId: number, userId: number): Promise<number>;
  /** Every owner, whatever the state of account and membership: those who are locked out learn it too. */
  abstract ownersOf(organizationId: number): Promise<readonly Contact[]>;
  /**
   * Organizations whose owners decide before the second factors of a person are removed: those that the person owns, by whatever role
   * allows everything, and those that ask for it about every member.
   */
  abstract guardedBy(userId: number): Promise<readonly number[]>;
  /**
   * Members of unclaimed accounts who hold more, here or in a workspace, than those who set their password could give.
   * @param userIds the members to check; `null` for all @returns their ids, in order
   */
  abstract withOutgrownPassword(organizationId: number, userIds: readonly number[] | null): Promise<readonly number[]>;
  /**
   * Who holds a permission in the organization, with an active account and not suspended; the longest members first. In a workspace
   * it is a permission over its data, see `grantsInWorkspace`; who may only look into it as one of all is left out.
   */
  abstract holdersOf(
    place: { readonly organizationId: number; readonly workspaceId: number | null },
    permission: PermissionGrant,
    most: number,
  ): Promise<readonly Holder[]>;
  /** Whether a person is an unsuspended member of any organization. */
  abstract belongsSomewhere(userId: number): Promise<boolean>;
  /** Permissions of the role in the organization; `null` for strangers and suspended members. */
  abstract grantsAt(userId: number, organizationId: number): Promise<readonly PermissionGrant[] | null>;
  /** The same for a session, with what the person holds in the workspace of the place. */
  abstract standingAt(session: SessionOfUser, place: Place): Promise<Standing | null>;
  /**
   * In these organizations, and in those of their workspaces that the person is a member of. With the public ones, if they are asked for,
   * that hold something of the kind; without the workspaces that the person manages by their role in the organization.
   */
  abstract heldWithin(asked: {
    userId: number;
    organizationIds: readonly number[];
    permission: Permission;
    publicHolding: HeldKind | null;
  }): Promise<readonly HeldWithin[]>;
}
