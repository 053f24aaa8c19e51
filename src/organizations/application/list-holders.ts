import { Injectable } from '@nestjs/common';
import type { PermissionGrant } from '../../shared/permission.js';
import { type Holder, Members } from './ports/members.js';

const MOST = 50;

/** Finds the people to tell about something that only holders of a permission can act on. */
@Injectable()
export class ListHolders {
  constructor(private readonly members: Members) {}

  /**
   * With an active account, and not suspended; the longest members first, 50 at most unless `most` says otherwise. Checks no permission.
   * @param permission `*` for owners and others who hold everything @param workspaceId those who hold it in the workspace
   */
  execute(organizationId: number, permission: PermissionGrant, most = MOST, workspaceId: number | null = null): Promise<readonly Holder[]> {
    return this.members.holdersOf({ organizationId, workspaceId }, permission, most);
  }
}
