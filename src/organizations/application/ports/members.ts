import type { Page, PageRequest } from '../../../shared/page.js';
import type { Caller } from '../../../shared/caller.js';
import type { Contact } from '../../../shared/mail-to.js';
import type { PermissionGrant } from '../../../shared/permission.js';
import type { Place } from '../../../shared/ports/access-control.js';
import type { Role } from '../../domain/role.js';

/** `suspended`: the directory of the organization has deactivated the member; the account may be of use elsewhere. */
export const MEMBER_STATUSES = ['active', 'disabled', 'suspended'] as const;

export interface Member {
  readonly userId: number;
  readonly username: string;
  readonly email: string;
  readonly status: (typeof MEMBER_STATUSES)[number];
  readonly role: { readonly id: number; readonly name: string };
  readonly joinedAt: Date;
}

/** What decides where a session gets in. */
export type SessionOfUser = Pick<Caller, 'userId' | 'ssoConnectionId' | 'mfaAt'>;

export interface Standing {
  readonly permissions: readonly PermissionGrant[];
  /** The organization requires single sign-on of the member, and the session has not come by it. */
  readonly isSignOnMissing: boolean;
  /** Somebody else's identity provider opened the session, and the user has not proved the second factor that they have here. */
  readonly isFactorOwed: boolean;
}

export interface Arrival {
  readonly organizationId: number;
  /** Name of the role that they have there. */
  readonly role: string;
}

/**
 * Whom a directory brings is a member with all rights at once, so that groups and single sign-on have somebody to work on. Lists and
 * whoever is found by id leave them out until they come, for the directory of an organization must not tell who has an account here.
 */
export abstract class Members {
  /** @throws MemberAlready; NotFound when there is no such account */
  abstract add(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void>;
  /** Who is a member already keeps the role held. */
  abstract admit(member: { organizationId: number; userId: number; roleId: number; joinedAt: Date }): Promise<void>;
  /** Those who have come, by the id of the account; `search` is the beginning of a username or e-mail address. */
  abstract pageOf(organizationId: number, search: string | null, request: PageRequest): Promise<Page<Member>>;
  /** Nobody who has not come. */
  abstract find(organizationId: number, userId: number): Promise<Member | null>;
  /** Also of whoever has not come. */
  abstract roleOf(organizationId: number, userId: number): Promise<Role | null>;
  /** Somebody has come, to every organization that does not suspend them. @returns where they are new */
  abstract arrive(userId: number, at: Date): Promise<readonly Arrival[]>;
  abstract changeRole(organizationId: number, userId: number, roleId: number): Promise<void>;
  /** With all workspaces of the organization. */
  abstract remove(organizationId: number, userId: number): Promise<void>;
  /** Owners with an active account who are not suspended, besides this one. */
  abstract otherOwners(organizationId: number, userId: number): Promise<number>;
  /** Every owner, whatever the state of account and membership: nobody is told less for having been locked out. */
  abstract ownersOf(organizationId: number): Promise<readonly Contact[]>;
  /** Organizations in which somebody has the role of the owners, or another one that allows everything. */
  abstract ownedBy(userId: number): Promise<readonly number[]>;
  /**
   * Members of unclaimed accounts who hold more, here or in a workspace, than whoever set their password could give.
   * @param userIds whom to look at; `null` for everybody @returns their ids, in order
   */
  abstract withOutgrownPassword(organizationId: number, userIds: readonly number[] | null): Promise<readonly number[]>;
  /** Who holds a permission in the organization, with an active account and not suspended; the longest members first. */
  abstract holdersOf(organizationId: number, permission: PermissionGrant, most: number): Promise<readonly Contact[]>;
  /** Whether somebody is a member of any organization, and not suspended there. */
  abstract belongsSomewhere(userId: number): Promise<boolean>;
  /** Permissions of the role in the organization and, for a workspace, of the one held there; `null` for a stranger and whoever is suspended. */
  abstract grantsAt(userId: number, place: Place): Promise<readonly PermissionGrant[] | null>;
  /** The same, for a session. */
  abstract standingAt(session: SessionOfUser, place: Place): Promise<Standing | null>;
}
