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
  /** What the caller wants to do with them. */
  readonly permission?: 'data_source.read' | 'query.run';
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
    { organizationId = null, workspaceId = null, search = null, permission = 'data_source.read' }: DataSourceFilter,
    request: PageRequest,
  ): Promise<Page<DataSource>> {
    if (organizationId !== null) await this.access.requireWithin(caller, permission, organizationId);
    const organizationIds = organizationId === null ? await this.access.whereMember(caller, permission) : [organizationId];
    const refused = await this.access.refused(caller, permission, 'data_source', organizationIds);
    const among = caller.key?.dataSourceIds ?? null;
    const page = await this.sources.pageOf({ organizationIds, workspaceId, among, refused, search }, request);
    return { ...page, items: await this.access.seen(caller, permission, page.items) };
  }
}
