import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { MappingSettings } from '../../shared/group-mapping.js';
import { type DirectoryGroup, DirectoryGroups } from './ports/directory-groups.js';
import { GroupMappings } from './ports/group-mappings.js';

@Injectable()
export class ReadMapping {
  constructor(
    private readonly access: AccessControl,
    private readonly mappings: GroupMappings,
    private readonly groups: DirectoryGroups,
  ) {}

  /** With what the directory calls the groups. @throws Forbidden, NotFound */
  async execute(
    caller: Caller,
    organizationId: number,
  ): Promise<{ readonly settings: MappingSettings; readonly groups: readonly DirectoryGroup[] }> {
    await this.access.require(caller, 'scim.manage', { organizationId });
    const settings = await this.mappings.find(organizationId);
    if (settings === null) throw new NotFound('Organization');
    return { settings, groups: await this.groups.mapped(organizationId) };
  }
}
