import type { Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Role } from '../../domain/role.js';
import type { Workspace } from '../../domain/workspace.js';
import type { Member } from './members.js';

export abstract class Workspaces {
  /** @throws NameTaken */
  abstract add(workspace: Omit<Workspace, 'id' | 'version'>): Promise<Workspace>;
  abstract find(id: number): Promise<Workspace | null>;
  /** Of an organization that the caller is in; `null` for others, as for what is not there. */
  abstract findFor(caller: Caller, id: number): Promise<Workspace | null>;
  abstract lock(id: number): Promise<Workspace | null>;
  /** Nobody deletes it until the unit of work ends. */
  abstract hold(id: number): Promise<Workspace | null>;
  /** Ids of those of the organization among them; as `hold`. */
  abstract holdAll(organizationId: number, ids: readonly number[]): Promise<number[]>;
  /** Raises the version. @throws NameTaken */
  abstract save(workspace: Workspace): Promise<Workspace>;
  abstract remove(id: number): Promise<void>;
  abstract pageOf(organizationId: number, request: PageRequest): Promise<Page<Workspace>>;
  /** @throws MemberAlready; UnknownReference when the user is no member of the organization */
  abstract addMember(member: {
    workspaceId: number;
    organizationId: number;
    userId: number;
    roleId: number;
    joinedAt: Date;
  }): Promise<void>;
  abstract isMember(workspaceId: number, userId: number): Promise<boolean>;
  /** The role that somebody holds in the workspace itself; locks it until the unit of work ends. */
  abstract roleOf(workspaceId: number, userId: number): Promise<Role | null>;
  /** @returns whether there was such a member */
  abstract removeMember(workspaceId: number, userId: number): Promise<boolean>;
  abstract membersOf(workspaceId: number, request: PageRequest): Promise<Page<Member>>;
}
