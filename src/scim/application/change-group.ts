import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import { NotFound } from '../../shared/domain-error.js';
import { Clock } from '../../shared/ports/clock.js';
import { NameFollowers } from '../../shared/ports/name-followers.js';
import type { JsonObject } from '../../engines/scim-protocol/json.js';
import type { MemberChange } from '../../engines/scim-protocol/members.js';
import type { Provisioner } from '../domain/provisioner.js';
import { assertVersion, nameOfGroup, type Resource } from '../domain/resource.js';
import { keysOf } from '../domain/resource-keys.js';
import { ApplyMapping } from './apply-mapping.js';
import { ChangeMembers } from './change-members.js';
import { KeepCeiling } from './keep-ceiling.js';
import { Resources } from './ports/resources.js';
import { NOTHING_TO_PREPARE, RunProvisioning } from './run-provisioning.js';

/** The new state of a group; `attributes` is `null` when they stay as they are. */
export interface GroupChange {
  readonly attributes: JsonObject | null;
  readonly members: readonly MemberChange[];
}

/** What replacing and patching share: the group is locked, changed, and its people get the roles of where they are now. */
@Injectable()
export class ChangeGroup {
  constructor(
    private readonly resources: Resources,
    private readonly changeMembers: ChangeMembers,
    private readonly lockOrganization: LockOrganization,
    private readonly applyMapping: ApplyMapping,
    private readonly keepCeiling: KeepCeiling,
    private readonly nameFollowers: NameFollowers,
    private readonly runProvisioning: RunProvisioning,
    private readonly clock: Clock,
  ) {}

  /**
   * Costs as much as it changes, however many are in the group.
   * @param input.change receives the group as it is, behind the lock
   * @throws NotFound, VersionMismatch, InvalidValue, NotUnique, AboveCeiling, and what `change` throws
   */
  execute(input: {
    provisioner: Provisioner;
    id: string;
    expectedVersion: number | null;
    change: (group: Resource) => GroupChange;
  }): Promise<Resource> {
    const { provisioner, id, expectedVersion, change } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'Group', done: 'updated', id } as const;
    return this.runProvisioning.execute(attempt, NOTHING_TO_PREPARE, async () => {
      await this.lockOrganization.execute(organizationId, 'shared');
      const group = await this.resources.lock(organizationId, 'Group', id);
      if (group === null) throw new NotFound('Group');
      assertVersion(group, expectedVersion);
      const { attributes, members } = change(group);
      const moved = await this.changeMembers.execute({ organizationId, groupId: group.id }, members);
      // A client that repeats itself changes nothing, so that versions held elsewhere stay good.
      if (attributes === null && moved.length === 0) return group;
      // A mapping uses the id of a group, policies use its name.
      if (attributes !== null && attributes['displayName'] !== group.attributes['displayName'])
        await this.keepCeiling.execute(provisioner, { does: 'describe', roleIds: [] });
      const warrant = moved.length === 0 ? null : await this.applyMapping.warrant(provisioner, [group.id]);
      const saved = await this.saved(group, attributes);
      await this.applyMapping.execute({ organizationId, resourceIds: moved, warrant });
      await this.runProvisioning.succeeded(attempt, id, { attributes: attributes !== null, members: moved.length });
      return saved;
    });
  }

  private async saved(group: Resource, attributes: JsonObject | null): Promise<Resource> {
    const version = group.version + 1;
    const saved = { ...group, attributes: attributes ?? group.attributes, version, lastModifiedAt: this.clock.now() };
    if (attributes === null) await this.resources.touch(group.organizationId, group.id, saved.lastModifiedAt);
    else {
      await this.resources.save(saved, keysOf('Group', attributes));
      const [from, to] = [nameOfGroup(group.attributes), nameOfGroup(attributes)];
      const { organizationId, id } = group;
      await this.nameFollowers.follow({ organizationId, kind: 'group', id, from, to, actorUserId: null });
    }
    return saved;
  }
}
