import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Workspace } from '../domain/workspace.js';
import { Workspaces } from './ports/workspaces.js';

@Injectable()
export class ListWorkspaces {
  constructor(
    private readonly access: AccessControl,
    private readonly workspaces: Workspaces,
  ) {}

  /** Those that the caller sees: see `grantsInWorkspace`. @throws Forbidden */
  async execute({
    caller,
    organizationId,
    search,
    ids,
    request,
  }: {
    readonly caller: Caller;
    readonly organizationId: number;
    /** A part of their names. */
    readonly search: string | null;
    /** `null` for all. */
    readonly ids: readonly number[] | null;
    readonly request: PageRequest;
  }): Promise<Page<Workspace>> {
    await this.access.requireWithin(caller, 'workspace.read', organizationId);
    const reach = await this.access.reachOfWorkspaces(caller, [organizationId]);
    return this.workspaces.pageOf({ organizationId, reach, search, ids }, request);
  }
}
