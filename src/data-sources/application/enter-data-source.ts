import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { DataSource } from '../domain/data-source.js';
import { DataSourceClosed } from '../domain/data-source.errors.js';
import { DataSources } from './ports/data-sources.js';
import { RequireGrant } from './require-grant.js';

export type { DataSource } from '../domain/data-source.js';

/** What people with `abac.grant` may do with a closed source, to know what they open, and to write policies before. */
const OF_JUDGES: readonly Permission[] = ['data_source.read', 'data_source.discover'];

/** Finds a data source for a caller with a permission on it. Every use case about a data source begins with this. */
@Injectable()
export class EnterDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
    private readonly requireGrant: RequireGrant,
  ) {}

  /** @throws what `evenClosed` throws; DataSourceClosed */
  async execute(caller: Caller, permission: Permission, dataSourceId: number): Promise<DataSource> {
    const source = await this.evenClosed(caller, permission, dataSourceId);
    if (source.closed === null) return source;
    if (!OF_JUDGES.includes(permission)) throw new DataSourceClosed();
    await this.requireGrant.execute(caller, source.organizationId, new DataSourceClosed());
    return source;
  }

  /** For what shows nothing of the data. @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for a stranger */
  async evenClosed(caller: Caller, permission: Permission, dataSourceId: number): Promise<DataSource> {
    const source = await this.sources.findFor(caller, dataSourceId);
    if (source === null || caller.key?.dataSourceIds?.includes(dataSourceId) === false) {
      await this.access.requireMembership(caller, permission);
      const asked = { type: 'data_source', id: dataSourceId, name: 'Data source' };
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    const { organizationId } = source;
    try {
      await this.access.require(caller, permission, { organizationId, dataSourceId }, 'Data source');
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, permission);
      throw error;
    }
    return source;
  }
}
