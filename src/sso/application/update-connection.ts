import { Injectable } from '@nestjs/common';
import { CheckFutureGrants } from '../../organizations/application/check-future-grants.js';
import type { Caller } from '../../shared/caller.js';
import { Forbidden, NotFound } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type GivenConfig, configuredOver } from '../domain/connection-config.js';
import { type ConnectionChange, changeOf } from '../domain/connection-change.js';
import { ConnectionEdited } from '../domain/connection.errors.js';
import { type Connection, needsOwnKey } from '../domain/connection.js';
import { letsOthersSign, saysOtherGroups } from '../domain/trust-change.js';
import { CompleteConfig, type ConfigToComplete } from './complete-config.js';
import { EnterConnection } from './enter-connection.js';
import { ConnectionGroupMappings } from './ports/connection-group-mappings.js';
import { Connections } from './ports/connections.js';
import { type KeyPair, KeyPairs } from './ports/key-pairs.js';
import { ServiceKeys } from './ports/service-keys.js';

@Injectable()
export class UpdateConnection {
  constructor(
    private readonly enterConnection: EnterConnection,
    private readonly completeConfig: CompleteConfig,
    private readonly connections: Connections,
    private readonly keyPairs: KeyPairs,
    private readonly serviceKeys: ServiceKeys,
    private readonly checkFutureGrants: CheckFutureGrants,
    private readonly groupMappings: ConnectionGroupMappings,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns `voidedIdentities`: how many links to the previous issuer were removed
   * @throws NotFound, Forbidden, ConnectionEdited, ConnectionActive, ValidationFailed, SecretNeeded,
   * ConnectionNameTaken
   */
  async execute(input: {
    caller: Caller;
    connectionId: number;
    change: Omit<ConnectionChange, 'config'> & { readonly config?: ConfigToComplete };
    expectedVersion: number | null;
  }): Promise<{ connection: Connection; voidedIdentities: number }> {
    const { caller, connectionId, change, expectedVersion } = input;
    const entered = await this.enterConnection.execute(caller, 'sso.manage', connectionId);
    const { organizationId } = entered.connection;
    const event = {
      action: 'sso.connection.changed',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'sso_connection', id: connectionId },
    };
    return recordRefusal(this.auditTrail, event, async () => {
      const { config: said, ...rest } = change;
      const config = said === undefined ? undefined : await this.completeConfig.execute(organizationId, said, entered.connection);
      const pair = await this.pairFor(entered.connection, config);
      return this.unitOfWork.run(async () => {
        const before = await this.connections.lock(connectionId);
        if (before === null) throw new NotFound('Connection');
        if (expectedVersion !== null && expectedVersion !== before.version) throw new ConnectionEdited();
        const { after, detail } = changeOf(before, { ...rest, ...(config && { config }) }, this.clock.now());
        // A person who can sign for an owner can act as one, so only owners may do this: they gain nothing by it.
        const { isFounding, permissions } = entered.held;
        if (letsOthersSign(before, after) && !isFounding && !holdsEverything(permissions)) throw new Forbidden();
        const { defaultRoleId: roleId } = rest;
        if (typeof roleId === 'number') {
          const grant = { field: 'default_role_id', roleId, workspaceId: null };
          await this.checkFutureGrants.execute(entered.held, organizationId, [grant]);
        }
        const connection = await this.connections.save(after, config?.clientSecret);
        if (needsOwnKey(connection) && (await this.serviceKeys.of(connectionId)).length === 0) {
          // It needs one only since somebody else changed it a moment ago.
          if (pair === null) throw new ConnectionEdited();
          await this.serviceKeys.add(connectionId, pair, after.updatedAt);
        }
        const groups = await this.settleGroups(before, after, holdsEverything(permissions));
        const isMoved = before.issuer !== after.issuer;
        const voidedIdentities = isMoved ? await this.connections.forgetIdentities(connectionId, after.issuer) : 0;
        const told = { ...detail, voided_identities: voidedIdentities, ...groups };
        await this.auditTrail.record({ ...event, outcome: 'success', detail: told });
        return { connection, voidedIdentities };
      });
    });
  }

  /** Groups from elsewhere change nothing until the mapping is saved again, unless an owner has decided where they come from. @returns what the trail is told */
  private async settleGroups(before: Connection, after: Connection, isOwner: boolean): Promise<{ group_mapping?: string }> {
    if (!before.hasGroupMapping || !saysOtherGroups(before, after)) return {};
    await this.groupMappings.noteOtherGroups(before.id, { isTrusted: isOwner, at: after.updatedAt });
    return { group_mapping: isOwner ? 'kept' : 'withheld' };
  }

  /** Made before the connection is locked, if the change has it need a key and it has none. */
  private async pairFor(before: Connection, config: GivenConfig | undefined): Promise<KeyPair | null> {
    if (config === undefined || !needsOwnKey(configuredOver(before, config))) return null;
    return (await this.serviceKeys.of(before.id)).length > 0 ? null : this.keyPairs.make(this.clock.now());
  }
}
