import { Injectable } from '@nestjs/common';
import { CheckFutureGrants } from '../../organizations/application/check-future-grants.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { configuredAnew, unconfigured } from '../domain/connection-config.js';
import { TooManyConnections } from '../domain/connection.errors.js';
import { type Connection, type ConnectionType, needsOwnKey } from '../domain/connection.js';
import { CompleteConfig, type ConfigToComplete } from './complete-config.js';
import { Connections } from './ports/connections.js';
import { KeyPairs } from './ports/key-pairs.js';
import { ServiceKeys } from './ports/service-keys.js';

const MOST = 20;

/** Creates a draft: it takes no logins until it has been tested and activated. */
@Injectable()
export class CreateConnection {
  constructor(
    private readonly access: AccessControl,
    private readonly completeConfig: CompleteConfig,
    private readonly lockOrganization: LockOrganization,
    private readonly connections: Connections,
    private readonly keyPairs: KeyPairs,
    private readonly serviceKeys: ServiceKeys,
    private readonly checkFutureGrants: CheckFutureGrants,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, ConnectionNameTaken, TooManyConnections */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    name: string;
    type: ConnectionType;
    /** `null`: it comes later. */
    config: ConfigToComplete | null;
    defaultRoleId: number | null;
  }): Promise<Connection> {
    const { caller, organizationId, name, type, config, defaultRoleId } = input;
    const held = await this.access.require(caller, 'sso.manage', { organizationId });
    const event = { action: 'sso.connection.created', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, async () => {
      const given = config && (await this.completeConfig.execute(organizationId, config, null));
      const configured = given === null ? unconfigured(type) : configuredAnew(type, given);
      const pair = needsOwnKey(configured) ? await this.keyPairs.make(this.clock.now()) : null;
      return this.unitOfWork.run(async () => {
        if (!(await this.lockOrganization.execute(organizationId, 'alone'))) throw new NotFound('Organization');
        if ((await this.connections.countOf(organizationId)) >= MOST) throw new TooManyConnections(MOST);
        if (defaultRoleId !== null) {
          const grant = { field: 'default_role_id', roleId: defaultRoleId, workspaceId: null };
          await this.checkFutureGrants.execute(held, organizationId, [grant]);
        }
        const connection = { ...configured, organizationId, name, defaultRoleId, createdAt: this.clock.now() };
        const added = await this.connections.add(connection, given?.clientSecret ?? null);
        if (pair !== null) await this.serviceKeys.add(added.id, pair, added.createdAt);
        const target = { type: 'sso_connection', id: added.id };
        const detail = { name, type, issuer: added.issuer };
        await this.auditTrail.record({ ...event, outcome: 'success', target, detail });
        return added;
      });
    });
  }
}
