import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSources } from './ports/data-sources.js';

/** `null` does not filter. */
interface DataSourceFilter {
  readonly organizationId?: number | null;
  readonly workspaceId?: number | null;
  /** Text in the name, in any case. */
  readonly search?: string | null;
}

@Injectable()
export class ListDataSources {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
  ) {}

  /** A workspace that the caller does not see holds nothing. @throws Forbidden */
  async execute(
    caller: Caller,
    { organizationId = null, workspaceId = null, search = null }: DataSourceFilter,
    request: PageRequest,
  ): Promise<Page<DataSource>> {
    if (organizationId !== null) await this.access.requireWithin(caller, 'data_source.read', organizationId);
    const organizationIds = organizationId === null ? await this.access.whereMember(caller, 'data_source.read') : [organizationId];
    const refused = await this.access.refused(caller, 'data_source.read', 'data_source', organizationIds);
    const among = caller.key?.dataSourceIds ?? null;
    const page = await this.sources.pageOf({ organizationIds, workspaceId, among, refused, search }, request);
    return { ...page, items: await this.access.seen(caller, 'data_source.read', page.items) };
  }
}
