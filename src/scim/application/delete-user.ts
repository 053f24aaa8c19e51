import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { RevokeInvitationsAt } from '../../invitations/application/revoke-invitations-at.js';
import { DismissMember } from '../../organizations/application/dismiss-member.js';
import { ConcurrentChange, NotFound } from '../../shared/domain-error.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { assertVersion } from '../domain/resource.js';
import { KeepCeiling } from './keep-ceiling.js';
import { LockPerson } from './lock-person.js';
import { PlaceWaiting } from './place-waiting.js';
import { Resources } from './ports/resources.js';
import { UserLinks } from './ports/user-links.js';
import { RunProvisioning } from './run-provisioning.js';

/** The user and the membership are gone; the account is its owner's, and the audit trail stays. */
@Injectable()
export class DeleteUser {
  constructor(
    private readonly lockPerson: LockPerson,
    private readonly dismissMember: DismissMember,
    private readonly endAccess: EndAccess,
    private readonly revokeInvitationsAt: RevokeInvitationsAt,
    private readonly resources: Resources,
    private readonly userLinks: UserLinks,
    private readonly keepCeiling: KeepCeiling,
    private readonly placeWaiting: PlaceWaiting,
    private readonly runProvisioning: RunProvisioning,
  ) {}

  /** @throws NotFound, VersionMismatch, LastOwnerStays, AboveCeiling, ConcurrentChange */
  execute(input: { provisioner: Provisioner; id: string; expectedVersion: number | null }): Promise<void> {
    const { provisioner, id, expectedVersion } = input;
    const { organizationId } = provisioner;
    const attempt = { provisioner, type: 'User', done: 'deleted', id } as const;
    const detail = byProvisioner(provisioner);
    return this.runProvisioning.execute(
      attempt,
      () => this.resources.find(organizationId, 'User', id),
      async (before) => {
        if (before === null) throw new NotFound('User');
        const { userId } = before;
        const member = userId === null ? null : await this.lockPerson.byAccount(userId, organizationId, null);
        const resource = await this.resources.lock(organizationId, 'User', id);
        if (resource === null) throw new NotFound('User');
        if (resource.userId !== userId) throw new ConcurrentChange();
        assertVersion(resource, expectedVersion);
        const address = member?.emailKey ?? (await this.userLinks.awaitedBy(organizationId, id));
        if (member !== null) await this.keepCeiling.execute(provisioner, { does: 'remove', member });
        await this.resources.remove(organizationId, id);
        if (member !== null) {
          await this.dismissMember.execute({ organizationId, userId: member.id, detail });
          const { isKeptElsewhere } = member;
          await this.endAccess.execute({ userId: member.id, organizationId, isKeptElsewhere });
          await this.placeWaiting.execute(provisioner, member.id);
        }
        if (address !== null) await this.revokeInvitationsAt.execute({ organizationId, emailKey: address, detail });
        await this.runProvisioning.succeeded(attempt, id);
      },
    );
  }
}
