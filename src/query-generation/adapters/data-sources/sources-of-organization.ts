import { Injectable } from '@nestjs/common';
import { EnterDataSource } from '../../../data-sources/application/enter-data-source.js';
import { ListDataSources } from '../../../data-sources/application/list-data-sources.js';
import { NameDataSources } from '../../../data-sources/application/name-data-sources.js';
import type { Caller } from '../../../shared/caller.js';
import type { Permission } from '../../../shared/permission.js';
import { type Source, Sources } from '../../application/ports/sources.js';

@Injectable()
export class SourcesOfOrganization extends Sources {
  constructor(
    private readonly enterDataSource: EnterDataSource,
    private readonly listDataSources: ListDataSources,
    private readonly nameDataSources: NameDataSources,
  ) {
    super();
  }

  async enter(caller: Caller, permission: Permission, dataSourceId: number): Promise<Source> {
    const { id, organizationId, engine } = await this.enterDataSource.execute(caller, permission, dataSourceId);
    return { id, organizationId, dialect: engine };
  }

  async existing(organizationId: number, ids: readonly number[]): Promise<readonly number[]> {
    return (await this.nameDataSources.execute({ organizationId, ids, names: [] })).map(({ id }) => id);
  }

  async only(caller: Caller, organizationId: number | null): Promise<{ id: number } | { count: number }> {
    const { items, total } = await this.listDataSources.execute(caller, organizationId, { page: 1, limit: 1 });
    const [first] = items;
    return first !== undefined && total === 1 ? { id: first.id } : { count: total };
  }
}
