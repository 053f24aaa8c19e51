import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Connection } from '../domain/connection.js';
import { Connections } from './ports/connections.js';

/** For whoever goes by a connection until the end of their unit of work: nobody changes it, and others may hold it too. */
@Injectable()
export class HoldConnection {
  constructor(
    private readonly lockOrganization: LockOrganization,
    private readonly connections: Connections,
  ) {}

  /** The organization first, as whoever changes what it requires of its members locks it. @returns `null` when it is gone */
  async execute(connection: { readonly id: number; readonly organizationId: number }): Promise<Connection | null> {
    await this.lockOrganization.execute(connection.organizationId, 'shared');
    return this.connections.hold(connection.id);
  }
}
