import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import { CheckFutureGrants, UnknownReference } from '../../organizations/application/check-future-grants.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { EditedMeanwhile, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type MappingSettings, addedTo, grantsOf } from '../domain/group-mapping.js';
import { GroupMappings } from './ports/group-mappings.js';

/** Replaces which groups give which roles, and applies it to everyone at once. */
@Injectable()
export class ReplaceMapping {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly mappings: GroupMappings,
    private readonly checkFutureGrants: CheckFutureGrants,
    private readonly applyGrants: ApplyGrants,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, EditedMeanwhile */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    settings: Omit<MappingSettings, 'version'>;
    expectedVersion: number | null;
  }): Promise<MappingSettings> {
    const { caller, organizationId, settings, expectedVersion } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    await this.enterWorkspaces(caller, organizationId, settings.mappings);
    const event = {
      action: 'scim_mapping.replaced',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'organization', id: organizationId },
    };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.lockOrganization.execute(organizationId, 'alone');
        const before = await this.mappings.find(organizationId);
        if (before === null) throw new NotFound('Organization');
        // Behind the lock: what was taken away while this waited is not given to others.
        const held = await this.access.require(caller, 'scim.manage', { organizationId });
        if (expectedVersion !== null && expectedVersion !== before.version) throw new EditedMeanwhile();
        const after = { ...settings, version: before.version + 1 };
        // A person who ends a mapping takes away what it gave.
        await this.checkFutureGrants.execute(held, organizationId, grantsOf(before));
        await this.checkFutureGrants.execute(held, organizationId, grantsOf(after));
        await this.checkWithin(caller, organizationId, before, after);
        await this.mappings.save(organizationId, after, this.clock.now());
        const entitlements = await this.mappings.allEntitlements(organizationId);
        await this.applyGrants.execute({
          organizationId,
          ...entitlements,
          userIds: null,
          fallbackRoleId: after.defaultRoleId,
          held,
          actorUserId: caller.userId,
        });
        const mapped = after.mappings.map((one) => [one.groupId, one.roleId, one.workspaceId ?? ''].join(' '));
        const detail = {
          default_role_id: after.defaultRoleId,
          mappings: mapped,
          mappings_before: before.mappings.length,
        };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return after;
      }),
    );
  }

  /**
   * The caller must see the workspace of each role that is new in the mapping, and hold there what the role gives. Each workspace is looked
   * at once, to hold the lock of the organization only briefly.
   */
  private async checkWithin(caller: Caller, organizationId: number, before: MappingSettings, after: MappingSettings): Promise<void> {
    for (const [workspaceId, grants] of addedTo(before, after)) {
      const place = { organizationId, workspaceId };
      const held = await this.access.require(caller, 'scim.manage', place, 'Workspace').catch((error: unknown) => {
        const rows = grants.map(({ field }) => field);
        throw error instanceof NotFound ? new UnknownReference(rows, 'workspace') : error;
      });
      await this.checkFutureGrants.execute(held, organizationId, grants);
    }
  }

  /** A mapping gives roles in workspaces. */
  private async enterWorkspaces(caller: Caller, organizationId: number, mappings: MappingSettings['mappings']): Promise<void> {
    for (const workspaceId of new Set(mappings.map((mapping) => mapping.workspaceId)))
      if (workspaceId !== null) await this.access.requirePolicies(caller, 'workspace.write', { organizationId, workspaceId });
  }
}
