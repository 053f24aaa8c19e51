import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import type { Workspace } from '../domain/workspace.js';
import { Workspaces } from './ports/workspaces.js';

/** Finds a workspace for someone who may do something in it; what every use case about one workspace begins with. */
@Injectable()
export class EnterWorkspace {
  constructor(
    private readonly access: AccessControl,
    private readonly workspaces: Workspaces,
  ) {}

  /** @throws NotFound for an unknown one and for a stranger; Forbidden */
  async execute(
    caller: Caller,
    permission: Permission,
    workspaceId: number,
  ): Promise<{ workspace: Workspace; held: Held }> {
    const workspace = await this.workspaces.find(workspaceId);
    if (workspace === null) throw new NotFound('Workspace');
    const { organizationId } = workspace;
    const held = await this.access.require(caller, permission, { organizationId, workspaceId }, 'Workspace');
    return { workspace, held };
  }
}
