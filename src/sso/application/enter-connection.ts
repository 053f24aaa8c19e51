import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Permission } from '../../shared/permission.js';
import { AccessControl, type Held } from '../../shared/ports/access-control.js';
import type { Connection } from '../domain/connection.js';
import { Connections } from './ports/connections.js';

/**
 * Finds a connection for a caller who may do something with it; every use case about one connection begins with this.
 */
@Injectable()
export class EnterConnection {
  constructor(
    private readonly access: AccessControl,
    private readonly connections: Connections,
  ) {}

  /** @throws NotFound for a missing one and for a stranger; Forbidden */
  async execute(caller: Caller, permission: Permission, connectionId: number): Promise<{ connection: Connection; held: Held }> {
    const connection = await this.connections.findFor(caller, connectionId);
    if (connection === null) {
      const asked = { type: 'sso_connection', id: connectionId, name: 'Connection' } as const;
      throw await this.access.refuseUnknown(caller, permission, asked);
    }
    const { organizationId } = connection;
    const held = await this.access.require(caller, permission, { organizationId }, 'Connection');
    return { connection, held };
  }
}
