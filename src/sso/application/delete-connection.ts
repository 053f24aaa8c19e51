import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ConnectionActive, ConnectionEdited } from '../domain/connection.errors.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionGroupMappings } from './ports/connection-group-mappings.js';
import { Connections } from './ports/connections.js';

@Injectable()
export class DeleteConnection {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly connections: Connections,
    private readonly groupMappings: ConnectionGroupMappings,
    private readonly lockOrganization: LockOrganization,
    private readonly access: AccessControl,
    private readonly applyGrants: ApplyGrants,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Deletes it with its tests and the links of its people, and ends the roles that its groups gave. An active one has to be disabled first,
   * which checks whether that is allowed. @throws NotFound, Forbidden, ConnectionEdited, ConnectionActive; GrantRefused if its groups gave more
   * than the caller holds
   */
  async execute(input: { caller: Caller; connectionId: number; expectedVersion: number | null }): Promise<void> {
    const { caller, connectionId, expectedVersion } = input;
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const { organizationId } = connection;
    const event = {
      action: 'sso.connection.deleted',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Logins hold the organization while they give what the mapping says.
        await this.lockOrganization.execute(organizationId, 'alone');
        const current = await this.connections.lock(connectionId);
        if (current === null) throw new NotFound('Connection');
        if (expectedVersion !== null && expectedVersion !== current.version) throw new ConnectionEdited();
        if (current.status === 'active') throw new ConnectionActive([]);
        // Again, under the lock: what the caller may take away.
        const held = await this.access.require(caller, 'sso.manage', { organizationId });
        if (current.hasGroupMapping)
          await this.applyGrants.execute({
            organizationId,
            userIds: await this.groupMappings.peopleLeftBy(current),
            roles: [],
            workspaces: [],
            fallbackRoleId: current.defaultRoleId,
            held,
            actorUserId: caller.userId,
            connectionId,
          });
        await this.connections.remove(connectionId);
        const { name, type, issuer } = current;
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name, type, issuer } });
      }),
    );
  }
}
