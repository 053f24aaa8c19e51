import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Connection } from '../domain/connection.js';
import { Connections } from './ports/connections.js';

@Injectable()
export class ListConnections {
  constructor(
    private readonly access: AccessControl,
    private readonly connections: Connections,
  ) {}

  /** @throws Forbidden */
  async execute(caller: Caller, organizationId: number, request: PageRequest): Promise<Page<Connection>> {
    await this.access.require(caller, 'sso.read', { organizationId });
    return this.connections.pageOf(organizationId, request);
  }
}
