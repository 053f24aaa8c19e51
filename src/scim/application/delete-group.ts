import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { byProvisioner, type Provisioner } from '../domain/provisioner.js';
import { assertVersion, targetOf } from '../domain/resource.js';
import { ApplyMapping } from './apply-mapping.js';
import { GroupMappings } from './ports/group-mappings.js';
import { Resources } from './ports/resources.js';

/** What it gave its members by way of a mapping ends with it. */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly resources: Resources,
    private readonly mappings: GroupMappings,
    private readonly applyMapping: ApplyMapping,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @param input.expectedVersion `null` for any @throws NotFound, VersionMismatch */
  execute(input: { provisioner: Provisioner; id: string; expectedVersion: number | null }): Promise<void> {
    const { provisioner, id, expectedVersion } = input;
    const { organizationId } = provisioner;
    const event = { action: 'scim.group_deleted', actorUserId: null, organizationId, ...targetOf('Group', id) };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        await this.mappings.hold(organizationId);
        const group = await this.resources.lock(organizationId, 'Group', id);
        if (group === null) throw new NotFound('Group');
        assertVersion(group, expectedVersion);
        const fallback = await this.mappings.fallbackOf(organizationId);
        const people = fallback === null ? [] : await this.mappings.usersWithin(organizationId, group.id);
        await this.resources.remove(organizationId, group.id);
        await this.applyMapping.execute({ organizationId, resourceIds: people, actorUserId: null });
        await this.auditTrail.record({ ...event, outcome: 'success', detail: byProvisioner(provisioner) });
      }),
    );
  }
}
