import type { Page, PageRequest } from '../../../shared/page.js';
import type { ReachOfWorkspaces } from '../../../shared/reach.js';
import type { MemberStatus } from '../../domain/member.js';
import type { Role } from '../../domain/role.js';

/** A person who has a role in the organization, or in one of its workspaces: one entry for each place. */
export interface RoleHolder {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly status: MemberStatus;
  /** `null` for the organization itself. */
  readonly workspace: { readonly id: number; readonly name: string } | null;
}

export abstract class RoleHolders {
  /**
   * People who have come, by the id of the account; `search` is what `soughtWords` reads.
   * @param reach the workspaces that are told
   */
  abstract pageOf(
    role: Pick<Role, 'id' | 'organizationId'>,
    search: string | null,
    reach: ReachOfWorkspaces,
    request: PageRequest,
  ): Promise<Page<RoleHolder>>;
}
