import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Provisioner } from '../domain/provisioner.js';
import { type IncomingResource, readResource } from '../../engines/scim-protocol/read-resource.js';
import type { Resource } from '../domain/resource.js';
import { keysOf } from '../domain/resource-keys.js';
import { KeepCeiling } from './keep-ceiling.js';
import { GroupMembers } from './ports/group-members.js';
import { Resources } from './ports/resources.js';
import { RunProvisioning } from './run-provisioning.js';

@Injectable()
export class CreateGroup {
  constructor(
    private readonly resources: Resources,
    private readonly members: GroupMembers,
    private readonly lockOrganization: LockOrganization,
    private readonly keepCeiling: KeepCeiling,
    private readonly runProvisioning: RunProvisioning,
    private readonly clock: Clock,
  ) {}

  /** @param input.body as it was sent @throws InvalidSyntax, InvalidValue, NotUnique, AboveCeiling */
  execute(input: { provisioner: Provisioner; body: unknown }): Promise<Resource> {
    const { provisioner } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'Group', done: 'created', id: null } as const;
    const prepare = async (): Promise<IncomingResource> => readResource('Group', input.body);
    return this.runProvisioning.execute(attempt, prepare, async ({ attributes, members }) => {
      const now = this.clock.now();
      const id = crypto.randomUUID();
      const times = { version: 1, createdAt: now, lastModifiedAt: now };
      const group: Resource = { id, organizationId, type: 'Group', userId: null, attributes, ...times };
      await this.lockOrganization.execute(organizationId, 'shared');
      await this.resources.add(group, keysOf('Group', attributes));
      const ids = (members ?? []).map(({ value }) => value);
      const joined = await this.members.add({ organizationId, groupId: id }, ids);
      if (joined.length > 0) await this.keepCeiling.execute(provisioner, { does: 'describe', roleIds: [] });
      await this.runProvisioning.succeeded(attempt, id, { members: joined.length });
      return group;
    });
  }
}
