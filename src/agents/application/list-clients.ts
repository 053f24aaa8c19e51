import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { RegisteredClient } from '../domain/agent-client.js';
import { AgentClients } from './ports/agent-clients.js';

@Injectable()
export class ListClients {
  constructor(
    private readonly access: AccessControl,
    private readonly clients: AgentClients,
  ) {}

  /** Oldest first. @throws Forbidden */
  async execute(caller: Caller, organizationId: number): Promise<readonly RegisteredClient[]> {
    await this.access.require(caller, 'organization.update', { organizationId });
    return this.clients.ofOrganization(organizationId);
  }
}
