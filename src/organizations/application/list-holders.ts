import { Injectable } from '@nestjs/common';
import type { Contact } from '../../shared/mail-to.js';
import type { PermissionGrant } from '../../shared/permission.js';
import { Members } from './ports/members.js';

const MOST = 50;

/** Whom to tell of something that only holders of a permission can do anything about. */
@Injectable()
export class ListHolders {
  constructor(private readonly members: Members) {}

  /**
   * With an active account, and not suspended; the longest members first, 50 at most. Asks nobody's permission.
   * @param permission `*` for owners, and who holds everything as they do
   */
  execute(organizationId: number, permission: PermissionGrant): Promise<readonly Contact[]> {
    return this.members.holdersOf(organizationId, permission, MOST);
  }
}
