import { Injectable } from '@nestjs/common';
import { EndSessionsOfConnection } from '../../sessions/application/end-sessions-of-connection.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { Connection } from '../domain/connection.js';
import { EnterConnection } from './enter-connection.js';
import { KeepSignOnOpen } from './keep-sign-on-open.js';
import { Connections } from './ports/connections.js';

/** Ends logins through it at once, and the sessions that it opened too. */
@Injectable()
export class DisableConnection {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly connections: Connections,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
    private readonly keepSignOnOpen: KeepSignOnOpen,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A disabled one does not change. @throws NotFound, Forbidden, ConnectionRequired */
  async execute(caller: Caller, connectionId: number): Promise<Connection> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const { organizationId } = connection;
    const event = {
      action: 'sso.connection.disabled',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.keepSignOnOpen.hold(organizationId);
        const current = await this.connections.lock(connectionId);
        if (current === null) throw new NotFound('Connection');
        if (current.status === 'disabled') return current;
        await this.keepSignOnOpen.assertCanLose(current);
        await this.connections.setStatus(connectionId, 'disabled', this.clock.now());
        const ended = { connectionId, reason: 'sso_connection_closed', actorUserId: caller.userId } as const;
        await this.endSessionsOfConnection.execute(ended);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name: current.name } });
        const disabled = await this.connections.find(connectionId);
        if (disabled === null) throw new NotFound('Connection');
        return disabled;
      }),
    );
  }
}
