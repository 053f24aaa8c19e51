import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { NotFound } from '../../shared/domain-error.js';
import { NameFollowers } from '../../shared/ports/name-followers.js';
import type { Provisioner } from '../domain/provisioner.js';
import { assertVersion, nameOfGroup } from '../domain/resource.js';
import { ApplyMapping } from './apply-mapping.js';
import { GroupMappings } from './ports/group-mappings.js';
import { Resources } from './ports/resources.js';
import { NOTHING_TO_PREPARE, RunProvisioning } from './run-provisioning.js';

/** What it gave its members through a mapping ends with it. */
@Injectable()
export class DeleteGroup {
  constructor(
    private readonly resources: Resources,
    private readonly lockOrganization: LockOrganization,
    private readonly mappings: GroupMappings,
    private readonly applyMapping: ApplyMapping,
    private readonly nameFollowers: NameFollowers,
    private readonly runProvisioning: RunProvisioning,
  ) {}

  /** @param input.expectedVersion `null` for any @throws NotFound, VersionMismatch, AboveCeiling */
  execute(input: { provisioner: Provisioner; id: string; expectedVersion: number | null }): Promise<void> {
    const { provisioner, id, expectedVersion } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'Group', done: 'deleted', id } as const;
    return this.runProvisioning.execute(attempt, NOTHING_TO_PREPARE, async () => {
      await this.lockOrganization.execute(organizationId, 'shared');
      const group = await this.resources.lock(organizationId, 'Group', id);
      if (group === null) throw new NotFound('Group');
      assertVersion(group, expectedVersion);
      const warrant = await this.applyMapping.warrant(provisioner, [group.id]);
      const people = warrant === null ? [] : await this.mappings.usersWithin(organizationId, group.id);
      const gone = {
        organizationId,
        kind: 'group',
        id: group.id,
        from: nameOfGroup(group.attributes),
        to: null,
      } as const;
      await this.nameFollowers.follow({ ...gone, actorUserId: null });
      await this.resources.remove(organizationId, group.id);
      await this.applyMapping.execute({ organizationId, resourceIds: people, warrant });
      await this.runProvisioning.succeeded(attempt, id);
    });
  }
}
