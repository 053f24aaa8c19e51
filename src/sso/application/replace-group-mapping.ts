import { Injectable } from '@nestjs/common';
import { CheckMapping } from '../../organizations/application/check-mapping.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, assertSeen } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { AskedMapping } from '../../shared/group-mapping.js';
import { type GroupMappingOfConnection, UNMAPPED } from '../domain/claimed-groups.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionGroupMappings } from './ports/connection-group-mappings.js';
import { Connections } from './ports/connections.js';

/** Replaces which groups that the provider sends give which roles; each person gets theirs with their next login. */
@Injectable()
export class ReplaceGroupMapping {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly checkMapping: CheckMapping,
    private readonly lockOrganization: LockOrganization,
    private readonly connections: Connections,
    private readonly mappings: ConnectionGroupMappings,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, GrantRefused, EditedMeanwhile */
  async execute(input: {
    caller: Caller;
    connectionId: number;
    settings: Pick<GroupMappingOfConnection, 'absentGroups'> & { readonly mappings: readonly AskedMapping[] };
    expectedVersion: number;
  }): Promise<GroupMappingOfConnection> {
    const { caller, connectionId, settings, expectedVersion } = input;
    const { connection } = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const { organizationId } = connection;
    const mappings = await this.checkMapping.settle(caller, 'sso.manage', organizationId, settings.mappings);
    const event = {
      action: 'sso.group_mapping.replaced',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        // Logins hold the organization while they read the mapping and give what it says.
        await this.lockOrganization.execute(organizationId, 'alone');
        if ((await this.connections.lock(connectionId)) === null) throw new NotFound('Connection');
        const before = (await this.mappings.find(connectionId)) ?? UNMAPPED;
        assertSeen(expectedVersion, before.version);
        const changedAt = this.clock.now();
        const after = { ...before, ...settings, mappings, version: before.version + 1, responsibleId: caller.userId, changedAt };
        const check = { caller, organizationId, permission: 'sso.manage', after } as const;
        await this.checkMapping.execute({ ...check, before });
        // The responsible person must be able to give all of it, not only what is new.
        if (before.responsibleId !== caller.userId) await this.checkMapping.execute({ ...check, before: UNMAPPED });
        await this.mappings.save({ id: connectionId, organizationId }, after, changedAt);
        const mapped = after.mappings.map((one) => [one.groupId, one.roleId, one.workspaceId ?? ''].join(' '));
        const detail = { absent_groups: after.absentGroups, mappings: mapped, mappings_before: before.mappings.length };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return after;
      }),
    );
  }
}
