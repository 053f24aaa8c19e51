import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import type { RegisteredClient } from '../domain/agent-client.js';
import { AgentClients, type NewClient } from './ports/agent-clients.js';

/** Enters a client under the id that it is given; checks no permission. Join the unit of work. */
@Injectable()
export class EnterClient {
  constructor(
    private readonly clients: AgentClients,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(given: Omit<NewClient, 'createdAt'>, actorUserId: number | null): Promise<RegisteredClient> {
    const client = { ...given, createdAt: this.clock.now() };
    const id = await this.clients.add(client);
    const { organizationId, name, clientId, redirectUris } = given;
    await this.auditTrail.record({
      action: 'agent_client.registered',
      outcome: 'success',
      actorUserId,
      organizationId,
      target: { type: 'agent_client', id },
      detail: { name, client_id: clientId, redirect_uris: redirectUris },
    });
    return { ...client, id, secrets: [] };
  }
}
