import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ConnectionActive } from '../domain/connection.errors.js';
import { EnterConnection } from './enter-connection.js';
import { Connections } from './ports/connections.js';

@Injectable()
export class DeleteConnection {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly connections: Connections,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Deletes it with its tests and the links of its people. An active one has to be disabled first, which checks whether
   * that is allowed. @throws NotFound, Forbidden, ConnectionActive
   */
  async execute(caller: Caller, connectionId: number): Promise<void> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const event = {
      action: 'sso.connection.deleted',
      actorUserId: caller.userId,
      organizationId: connection.organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const current = await this.connections.lock(connectionId);
        if (current === null) throw new NotFound('Connection');
        if (current.status === 'active') throw new ConnectionActive([]);
        await this.connections.remove(connectionId);
        const { name, type, issuer } = current;
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name, type, issuer } });
      }),
    );
  }
}
