import { Injectable } from '@nestjs/common';
import { ApplyGrants } from '../../organizations/application/apply-grants.js';
import { CheckMapping } from '../../organizations/application/check-mapping.js';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { assertSeen, NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { AskedMapping, MappingSettings } from '../../shared/group-mapping.js';
import { GroupMappings } from './ports/group-mappings.js';

/** Replaces which groups give which roles, and applies it to everyone at once. */
@Injectable()
export class ReplaceMapping {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly mappings: GroupMappings,
    private readonly checkMapping: CheckMapping,
    private readonly applyGrants: ApplyGrants,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, EditedMeanwhile */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    settings: Pick<MappingSettings, 'defaultRoleId'> & { readonly mappings: readonly AskedMapping[] };
    expectedVersion: number | null;
  }): Promise<MappingSettings> {
    const { caller, organizationId, settings, expectedVersion } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const mappings = await this.checkMapping.settle(caller, 'scim.manage', organizationId, settings.mappings);
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
        assertSeen(expectedVersion, before.version);
        const after = { ...settings, mappings, version: before.version + 1 };
        const held = await this.checkMapping.execute({ caller, organizationId, permission: 'scim.manage', before, after });
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
}
