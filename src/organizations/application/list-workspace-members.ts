import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { EnterWorkspace } from './enter-workspace.js';
import type { Member } from './ports/members.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class ListWorkspaceMembers {
  constructor(
    private readonly enterWorkspace: EnterWorkspace,
    private readonly workspaces: Workspaces,
  ) {}

  /** Lists people who hold a role in the workspace itself, by the id of the account. @throws NotFound, Forbidden */
  async execute(caller: Caller, workspaceId: number, request: PageRequest): Promise<Page<Member>> {
    await this.enterWorkspace.execute(caller, 'workspace.read', workspaceId);
    return this.workspaces.membersOf(workspaceId, request);
  }
}
