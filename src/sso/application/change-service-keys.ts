import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { ServiceKey } from '../domain/service-key.js';
import { EnterConnection } from './enter-connection.js';
import { Connections } from './ports/connections.js';
import { ServiceKeys } from './ports/service-keys.js';

/** A change of the keys of a connection; one runs at a time. */
@Injectable()
export class ChangeServiceKeys {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly connections: Connections,
    private readonly keys: ServiceKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * @param change is given the keys of the connection, the oldest first, and says which one it was about
   * @throws NotFound, Forbidden, and what the change throws
   */
  async execute(
    caller: Caller,
    connectionId: number,
    action: string,
    change: (keys: readonly ServiceKey[]) => Promise<ServiceKey>,
  ): Promise<ServiceKey> {
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const target = { type: 'sso_connection', id: connectionId };
    const event = { action, actorUserId: caller.userId, organizationId: connection.organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        if ((await this.connections.lock(connectionId)) === null) throw new NotFound('Connection');
        const key = await change(await this.keys.of(connectionId));
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { fingerprint: key.fingerprint } });
        return key;
      }),
    );
  }
}
