import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSources } from './ports/data-sources.js';

/** For contexts that refer to data sources: tells only their names, and of one that the person does not see as little as of a missing one. */
@Injectable()
export class NameDataSources {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
  ) {}

  /**
   * The organization's sources that have one of the ids or names, by id.
   * @param caller gets only sources that policies, workspaces and their key let them see; `null` gets all: for sources that a saved thing
   * names already
   * @param permission what the caller wants to do with them
   */
  async execute(
    caller: Caller | null,
    permission: Permission,
    { organizationId, ids = [], names = [] }: { organizationId: number; ids?: readonly number[]; names?: readonly string[] },
  ): Promise<readonly Pick<DataSource, 'id' | 'name'>[]> {
    if (ids.length === 0 && names.length === 0) return [];
    const reach = caller && (await this.access.reach(caller, permission, 'data_source', [organizationId]));
    const found = await this.sources.namesOf(organizationId, { ids, names }, reach);
    return found.filter(({ id }) => caller?.key?.dataSourceIds?.includes(id) !== false);
  }
}
