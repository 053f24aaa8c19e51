import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSources } from './ports/data-sources.js';

@Injectable()
export class ListDataSources {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
  ) {}

  /**
   * @param organizationId `null` for all in which the caller may see them
   * @param search text in the name, in any case @throws Forbidden
   */
  async execute(
    caller: Caller,
    organizationId: number | null,
    request: PageRequest,
    search: string | null = null,
  ): Promise<Page<DataSource>> {
    if (organizationId !== null) {
      await this.access.requireWithin(caller, 'data_source.read', organizationId);
      return this.pageOf(caller, [organizationId], request, search);
    }
    return this.pageOf(caller, await this.access.whereMember(caller, 'data_source.read'), request, search);
  }

  private async pageOf(
    caller: Caller,
    organizationIds: readonly number[],
    request: PageRequest,
    search: string | null,
  ): Promise<Page<DataSource>> {
    const refused = await this.access.refused(caller, 'data_source.read', 'data_source', organizationIds);
    const among = caller.key?.dataSourceIds ?? null;
    const page = await this.sources.pageOf({ organizationIds, among, refused, search }, request);
    return { ...page, items: await this.access.seen(caller, 'data_source.read', page.items) };
  }
}
