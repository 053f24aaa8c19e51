import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import type { Workspace } from '../domain/workspace.js';
import { Workspaces } from './ports/workspaces.js';

/** Finds a workspace for a caller who may do something in it; every use case about one workspace begins with this. */
@Injectable()
export class EnterWorkspace {
  constructor(
    private readonly access: AccessControl,
    private readonly workspaces: Workspaces,
  ) {}

  /** @throws NotFound for an unknown one and for a stranger; Forbidden */
  async execute(caller: Caller, permission: Permission, workspaceId: number): Promise<{ workspace: Workspace; held: Held }> {
    const workspace = await this.workspaces.findFor(caller, workspaceId);
    if (workspace === null) {
      const asked = { type: 'workspace', id: workspaceId, name: 'Workspace' } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    const { organizationId } = workspace;
    const held = await this.access.require(caller, permission, { organizationId, workspaceId }, 'Workspace');
    return { workspace, held };
  }
}
