import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { ReachOfWorkspaces } from '../../../shared/reach.js';
import type { Role } from '../../domain/role.js';
import type { Workspace } from '../../domain/workspace.js';
import type { Member } from './members.js';

/** A workspace in which a person holds a role. */
export interface HeldWorkspace {
  readonly workspace: { readonly id: number; readonly name: string };
  readonly role: { readonly id: number; readonly name: string };
  readonly joinedAt: Date;
}

export interface SoughtWorkspaces {
  readonly organizationId: number;
  readonly reach: ReachOfWorkspaces;
  readonly search: string | null;
  readonly ids: readonly number[] | null;
}

export abstract class Workspaces {
  /** @throws NameTaken */
  abstract add(workspace: Omit<Workspace, 'id' | 'version'>): Promise<Workspace>;
  abstract find(id: number): Promise<Workspace | null>;
  /** Finds it only in an organization of the caller; otherwise `null`, as if it did not exist. */
  abstract findFor(caller: Caller, id: number): Promise<Workspace | null>;
  abstract lock(id: number): Promise<Workspace | null>;
  /** It cannot be deleted until the unit of work ends. */
  abstract hold(id: number): Promise<Workspace | null>;
  /** Ids of those of the organization among them; as `hold`. */
  abstract holdAll(organizationId: number, ids: readonly number[]): Promise<number[]>;
  /** Raises the version. @throws NameTaken */
  abstract save(workspace: Workspace): Promise<Workspace>;
  /** @throws WorkspaceHolds */
  abstract remove(id: number): Promise<void>;
  /** By id, those in reach whose names have the text in them, in capitals or not; `null` does not filter. */
  abstract pageOf(of: SoughtWorkspaces, request: PageRequest): Promise<Page<Workspace>>;
  /** @throws MemberAlready; UnknownReference when the user is not a member of the organization */
  abstract addMember(member: {
    workspaceId: number;
    organizationId: number;
    userId: number;
    roleId: number;
    joinedAt: Date;
  }): Promise<void>;
  abstract isMember(workspaceId: number, userId: number): Promise<boolean>;
  /** The role that a person holds in the workspace itself; locks it until the unit of work ends. */
  abstract roleOf(workspaceId: number, userId: number): Promise<Role | null>;
  /** @returns whether there was such a member */
  abstract removeMember(workspaceId: number, userId: number): Promise<boolean>;
  abstract membersOf(workspaceId: number, request: PageRequest): Promise<Page<Member>>;
  /** By the name of the workspace, those in reach. */
  abstract heldBy(
    of: { readonly organizationId: number; readonly userId: number; readonly reach: ReachOfWorkspaces },
    request: PageRequest,
  ): Promise<Page<HeldWorkspace>>;
}
