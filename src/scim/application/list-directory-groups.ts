import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { folded } from '../../engines/scim-protocol/schema/folded.js';
import { type DirectoryGroup, DirectoryGroups } from './ports/directory-groups.js';

@Injectable()
export class ListDirectoryGroups {
  constructor(
    private readonly access: AccessControl,
    private readonly groups: DirectoryGroups,
  ) {}

  /** @param input.search beginning of a name, in any case @throws Forbidden */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    search: string | null;
    request: PageRequest;
  }): Promise<Page<DirectoryGroup>> {
    const { caller, organizationId, search, request } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    return this.groups.pageOf(organizationId, folded(search ?? ''), request);
  }
}
