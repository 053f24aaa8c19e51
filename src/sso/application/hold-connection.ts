import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Connection } from '../domain/connection.js';
import { Connections } from './ports/connections.js';

/**
 * For callers that rely on a connection until the end of their unit of work: it cannot change, and others may hold it
 * too.
 */
@Injectable()
export class HoldConnection {
  constructor(
    private readonly lockOrganization: LockOrganization,
    private readonly connections: Connections,
  ) {}

  /** Locks the organization first, as a change of its requirements does. @returns `null` when it is gone */
  async execute(connection: { readonly id: number; readonly organizationId: number }): Promise<Connection | null> {
    await this.lockOrganization.execute(connection.organizationId, 'shared');
    return this.connections.hold(connection.id);
  }
}
