import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { covers, isPermissionGrant } from '../../shared/permission.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { testerOf } from '../domain/activation.js';
import { ConnectionNotTested } from '../domain/connection.errors.js';
import type { Connection } from '../domain/connection.js';
import { EnterConnection } from './enter-connection.js';
import { Connections } from './ports/connections.js';

@Injectable()
export class ActivateConnection {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly connections: Connections,
    private readonly findAccount: FindAccount,
    private readonly listAffiliations: ListAffiliations,
    private readonly consent: OwnerConsent,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** An active one does not change. @throws NotFound, Forbidden, OwnerApprovalRequired, ConnectionNotTested */
  async execute(caller: Caller, connectionId: number): Promise<Connection> {
    const { connection, held } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const { organizationId } = connection;
    const event = {
      action: 'sso.connection.activated',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const current = await this.connections.lock(connectionId);
        if (current === null) throw new NotFound('Connection');
        if (current.status === 'active') return current;
        const now = this.clock.now();
        const testedBy = testerOf(current, now);
        if (!(await this.mayManage(organizationId, testedBy)))
          throw new ConnectionNotTested('The person who tested the connection may no longer manage it. Test the connection again.');
        // The operator of the provider decides who every member is.
        const { configurationVersion } = current;
        const act = { kind: 'activate_connection', connectionId, configurationVersion } as const;
        await this.consent.settle(caller, held, organizationId, act);
        await this.connections.setStatus(connectionId, 'active', now);
        const detail = { name: current.name, configuration_version: current.configurationVersion, tested_by: testedBy };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        const activated = await this.connections.find(connectionId);
        if (activated === null) throw new NotFound('Connection');
        return activated;
      }),
    );
  }

  /** Whether a person may manage single sign-on of the organization at this moment. */
  private async mayManage(organizationId: number, userId: number): Promise<boolean> {
    const account = await this.findAccount.execute(userId);
    if (account === null) return false;
    if (account.isSystemAdmin) return true;
    const affiliations = await this.listAffiliations.execute(userId);
    const held = affiliations.find((one) => one.organizationId === organizationId)?.permissions ?? [];
    return covers(held.filter(isPermissionGrant), ['sso.manage']);
  }
}
