import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSources, type NamedSource, type SoughtSources } from './ports/data-sources.js';

export type { NamedSource } from './ports/data-sources.js';

/** `null` does not filter. */
interface DataSourceFilter {
  readonly organizationId?: number | null;
  readonly workspaceId?: number | null;
  readonly ids?: readonly number[] | null;
  /** Text in the name, in any case. */
  readonly search?: string | null;
  /** Only those whose latest test or discovery failed. */
  readonly isFailing?: boolean;
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
  async execute(caller: Caller, filter: DataSourceFilter, request: PageRequest): Promise<Page<DataSource>> {
    const page = await this.sources.pageOf(await this.sought(caller, filter), request);
    return { ...page, items: await this.access.seen(caller, permissionOf(filter), page.items) };
  }

  /** All that are not closed, by what it takes to name them. @throws Forbidden */
  async open(caller: Caller, filter: DataSourceFilter): Promise<readonly NamedSource[]> {
    return this.access.seen(caller, permissionOf(filter), await this.sources.openOf(await this.sought(caller, filter)));
  }

  private async sought(caller: Caller, filter: DataSourceFilter): Promise<SoughtSources> {
    const { organizationId = null, workspaceId = null, ids = null, search = null, isFailing = false } = filter;
    const permission = permissionOf(filter);
    if (organizationId !== null) await this.access.requireWithin(caller, permission, organizationId);
    const organizationIds = organizationId === null ? await this.access.whereMember(caller, permission) : [organizationId];
    const reach = await this.access.reach(caller, permission, 'data_source', organizationIds);
    const ofKey = caller.key?.dataSourceIds ?? null;
    const among = ids === null || ofKey === null ? (ids ?? ofKey) : ids.filter((id) => ofKey.includes(id));
    return { reach, workspaceId, among, search, isFailing };
  }
}

function permissionOf({ permission = 'data_source.read' }: DataSourceFilter): 'data_source.read' | 'query.run' {
  return permission;
}
