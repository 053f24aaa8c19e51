import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Members } from './ports/members.js';
import { type HeldWorkspace, Workspaces } from './ports/workspaces.js';

@Injectable()
export class ListMemberWorkspaces {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly workspaces: Workspaces,
  ) {}

  /** Lists workspaces in which a member holds a role of their own, and which the caller sees. @throws Forbidden, NotFound */
  async execute(input: { caller: Caller; organizationId: number; userId: number; request: PageRequest }): Promise<Page<HeldWorkspace>> {
    const { caller, organizationId, userId, request } = input;
    await this.access.require(caller, 'member.read', { organizationId });
    await this.access.require(caller, 'workspace.read', { organizationId });
    if ((await this.members.find(organizationId, userId)) === null) throw new NotFound('Member');
    const reach = await this.access.reachOfWorkspaces(caller, [organizationId]);
    return this.workspaces.heldBy({ organizationId, userId, reach }, request);
  }
}
