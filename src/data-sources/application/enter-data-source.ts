import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { Clock } from '../../shared/ports/clock.js';
import type { EnteredSource } from '../domain/data-source.js';
import { DataSourceClosed } from '../domain/data-source.errors.js';
import { DataSources } from './ports/data-sources.js';
import { RequireGrant } from './require-grant.js';

export type { DataSource, EnteredSource, Moment } from '../domain/data-source.js';
export { DataSourceClosed } from '../domain/data-source.errors.js';

/** What people with `abac.grant` may do with a closed source, to learn what they would open, and to write policies first. */
const OF_JUDGES: readonly Permission[] = ['data_source.read', 'data_source.discover'];

export type Permissions = readonly [Permission, ...Permission[]];

/**
 * Admits a caller with a permission to a data source. Every use case about a data source begins with this, and goes on with the source that it
 * gives. After a wait it is asked again: the person may have lost the source since, and other policies may be in force.
 */
@Injectable()
export class EnterDataSource {
  constructor(
    private readonly access: AccessControl,
    private readonly sources: DataSources,
    private readonly requireGrant: RequireGrant,
    private readonly clock: Clock,
  ) {}

  /** @throws what `evenClosed` throws; DataSourceClosed */
  execute(caller: Caller, permission: Permission, dataSourceId: number): Promise<EnteredSource> {
    return this.withEach(caller, [permission], dataSourceId);
  }

  /** For an act that takes several permissions. @throws the same */
  async withEach(caller: Caller, permissions: Permissions, dataSourceId: number): Promise<EnteredSource> {
    const source = await this.find(caller, permissions, dataSourceId);
    if (source.closed === null) return source;
    if (!permissions.every((one) => OF_JUDGES.includes(one))) throw new DataSourceClosed();
    await this.requireGrant.execute(caller, source.organizationId, new DataSourceClosed());
    return source;
  }

  /** For acts that show none of the data. @throws Forbidden, also for a caller without an organization; NotFound for a missing one and for a stranger */
  evenClosed(caller: Caller, permission: Permission, dataSourceId: number): Promise<EnteredSource> {
    return this.find(caller, [permission], dataSourceId);
  }

  private async find(caller: Caller, permissions: Permissions, dataSourceId: number): Promise<EnteredSource> {
    const [permission] = permissions;
    const found = await this.sources.enter(caller, dataSourceId, this.clock.now());
    if (found === null || caller.key?.dataSourceIds?.includes(dataSourceId) === false) {
      await this.access.requireMembership(caller, permission);
      const asked = { type: 'data_source', id: dataSourceId, name: 'Data source' } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    const { source, standing } = found;
    const place = { organizationId: source.organizationId, dataSourceId };
    try {
      await this.access.requireFound(caller, permissions, { place, standing }, 'Data source');
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, permission);
      throw error;
    }
    return source;
  }
}
