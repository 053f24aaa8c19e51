import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { AgentClients } from './ports/agent-clients.js';

/** What it was allowed is refused from the next request on. */
@Injectable()
export class RemoveClient {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly clients: AgentClients,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(caller: Caller, organizationId: number, id: number): Promise<void> {
    await this.access.require(caller, 'organization.update', { organizationId });
    await this.unitOfWork.run(async () => {
      // As whoever adds a secret does: that must not find a client that is gone a moment later.
      await this.lockOrganization.execute(organizationId, 'alone');
      const client = await this.clients.find(organizationId, id);
      if (client === null || !(await this.clients.remove(organizationId, id))) throw new NotFound('AI client');
      await this.auditTrail.record({
        action: 'agent_client.removed',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId,
        target: { type: 'agent_client', id },
        detail: { name: client.name, client_id: client.clientId },
      });
    });
  }
}
