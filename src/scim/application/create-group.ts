import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { byProvisioner, type Provisioner } from '../domain/provisioner.js';
import { readResource } from '../domain/read-resource.js';
import { type Resource, targetOf } from '../domain/resource.js';
import { keysOf } from '../domain/resource-keys.js';
import { GroupMappings } from './ports/group-mappings.js';
import { GroupMembers } from './ports/group-members.js';
import { Resources } from './ports/resources.js';

@Injectable()
export class CreateGroup {
  constructor(
    private readonly resources: Resources,
    private readonly members: GroupMembers,
    private readonly mappings: GroupMappings,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param input.body as it was sent @throws InvalidSyntax, InvalidValue, NotUnique */
  execute(input: { provisioner: Provisioner; body: unknown }): Promise<Resource> {
    const { provisioner, body } = input;
    const { organizationId } = provisioner;
    const event = { action: 'scim.group_created', actorUserId: null, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const { attributes, members } = readResource('Group', body);
        const now = this.clock.now();
        const id = crypto.randomUUID();
        const times = { version: 1, createdAt: now, lastModifiedAt: now };
        const group: Resource = { id, organizationId, type: 'Group', userId: null, attributes, ...times };
        await this.mappings.hold(organizationId);
        await this.resources.add(group, keysOf('Group', attributes));
        const key = { organizationId, groupId: id };
        const joined = await this.members.add(
          key,
          (members ?? []).map(({ value }) => value),
        );
        const detail = { ...byProvisioner(provisioner), members: joined.length };
        await this.auditTrail.record({ ...event, outcome: 'success', ...targetOf('Group', id), detail });
        return group;
      }),
    );
  }
}
