import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { PermissionGrant } from '../../../shared/permission.js';
import type { InWorkspace } from '../../../shared/workspace-grants.js';
import type { SessionOfUser } from './members.js';
import type { Organization } from '../../domain/organization.js';

export interface Affiliation {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly roleName: string;
  readonly permissions: readonly PermissionGrant[];
  /** How long a device may be trusted: `null` until it is revoked, 0 not at all. */
  readonly deviceTrustDays: number | null;
  /** False while a directory has brought the member and they have not logged in: see `Members`. */
  readonly hasCome: boolean;
  /** Which access policies decide; `null` where there are none. */
  readonly policyEpoch: number | null;
}

export interface Membership extends Affiliation {
  readonly isSuspended: boolean;
}

/** Required single sign-on does not keep system administrators out. */
export type EnteringSession = SessionOfUser & Pick<Caller, 'isSystemAdmin'>;

export interface EnteredWorkspaces {
  readonly organizationId: number;
  readonly workspace: InWorkspace;
}

/** Where a member gets in with a session, and what they may do there. */
export interface Access extends Pick<Affiliation, 'organizationId' | 'organizationName' | 'roleName' | 'permissions'> {
  readonly isSignOnMissing: boolean;
  readonly isFactorOwed: boolean;
  /** The workspaces in which the member has a role besides the one in the organization. */
  readonly workspaces: readonly {
    readonly id: number;
    readonly name: string;
    readonly isPublic: boolean;
    readonly role: string;
    readonly permissions: readonly PermissionGrant[];
  }[];
}

export type NewOrganization = Pick<Organization, 'name' | 'domain' | 'plan' | 'createdAt'>;

/**
 * - `shared`: others may lock it shared too, and any other lock waits;
 * - `alone`: no other lock, while rows that refer to it are still written;
 * - `exclusive`: writers of rows that refer to it wait as well.
 */
export type OrganizationLock = 'shared' | 'alone' | 'exclusive';

export abstract class Organizations {
  abstract add(organization: NewOrganization): Promise<Organization>;
  abstract find(id: number): Promise<Organization | null>;
  abstract exists(id: number): Promise<boolean>;
  /** Locks the row until the unit of work ends; changes of owners take turns by it. */
  abstract lock(id: number): Promise<Organization | null>;
  /** Locks the row until the unit of work ends, and reads nothing of it. @returns whether there is one */
  abstract lockRow(id: number, mode: OrganizationLock): Promise<boolean>;
  /**
   * Whether the organization exists and never had an owner. If so its row is locked, so that its first owner is made
   * once.
   */
  abstract isUnowned(id: number): Promise<boolean>;
  /** Raises the version. */
  abstract save(organization: Organization, at: Date): Promise<Organization>;
  /** By id. */
  abstract pageOfAll(request: PageRequest): Promise<Page<Organization>>;
  /** By id; those that `enteredBy` answers, without these. */
  abstract pageOfEntered(session: EnteringSession, without: readonly number[], request: PageRequest): Promise<Page<Organization>>;
  /** Without those that require single sign-on or a second factor of the user, which the session lacks. */
  abstract enteredBy(session: EnteringSession): Promise<Affiliation[]>;
  /** For these organizations, the workspaces that a member belongs to or that are open to all, each kind once. */
  abstract workspacesOf(userId: number, organizationIds: readonly number[]): Promise<readonly EnteredWorkspaces[]>;
  /** Of these workspaces, those of organizations of the person, with what they hold in the organization and in the workspace. */
  abstract workspacesAmong(
    userId: number,
    ids: readonly number[],
  ): Promise<readonly { readonly id: number; readonly held: readonly PermissionGrant[]; readonly workspace: InWorkspace }[]>;
  /** For organizations that have policies in force or in shadow, which policies decide. */
  abstract policyEpochsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  abstract affiliationsOf(userId: number): Promise<Affiliation[]>;
  /** With the organizations that have suspended the user. */
  abstract membershipsOf(userId: number): Promise<Membership[]>;
  /** For every organization that the session's user belongs to, whether or not it lets the session in. */
  abstract accessOf(session: SessionOfUser): Promise<Access[]>;
}
