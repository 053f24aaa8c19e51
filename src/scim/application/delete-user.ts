import { Injectable } from '@nestjs/common';
import { NotFound } from '../../shared/domain-error.js';
import type { Provisioner } from '../domain/provisioner.js';
import { assertVersion } from '../domain/resource.js';
import { Raced } from '../domain/scim.errors.js';
import { KeepCeiling } from './keep-ceiling.js';
import { PlaceUser } from './place-user.js';
import { InvitedPeople } from './ports/invited-people.js';
import { Memberships } from './ports/memberships.js';
import { People } from './ports/people.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';
import { RunProvisioning } from './run-provisioning.js';

/** The user and the membership are gone; the account is its owner's, and the audit trail stays. */
@Injectable()
export class DeleteUser {
  constructor(
    private readonly placeUser: PlaceUser,
    private readonly memberships: Memberships,
    private readonly people: People,
    private readonly invitedPeople: InvitedPeople,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly keepCeiling: KeepCeiling,
    private readonly runProvisioning: RunProvisioning,
  ) {}

  /** @throws NotFound, VersionMismatch, LastOwnerStays, AboveCeiling, Raced */
  execute(input: { provisioner: Provisioner; id: string; expectedVersion: number | null }): Promise<void> {
    const { provisioner, id, expectedVersion } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'User', done: 'deleted', id } as const;
    return this.runProvisioning.execute(
      attempt,
      () => this.resources.find(organizationId, 'User', id),
      async (before) => {
        if (before === null) throw new NotFound('User');
        const { userId } = before;
        const member = userId === null ? null : await this.placeUser.member(userId, organizationId);
        const resource = await this.resources.lock(organizationId, 'User', id);
        if (resource === null) throw new NotFound('User');
        if (resource.userId !== userId) throw new Raced();
        assertVersion(resource, expectedVersion);
        const address = member?.emailKey ?? (await this.userLinks.awaitedBy(organizationId, id));
        if (member !== null) await this.keepCeiling.execute(provisioner, { does: 'remove', member });
        await this.resources.remove(organizationId, id);
        if (member !== null) {
          await this.memberships.dismiss(provisioner, member.id);
          await this.people.endAccess(member.id);
        }
        if (address !== null) await this.invitedPeople.revoke(provisioner, address);
        await this.runProvisioning.succeeded(attempt, id);
      },
    );
  }
}
