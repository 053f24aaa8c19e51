import { Injectable } from '@nestjs/common';
import { InviteProvisioned } from '../../../invitations/application/invite-provisioned.js';
import { RevokeInvitationsAt } from '../../../invitations/application/revoke-invitations-at.js';
import { DomainError } from '../../../shared/domain-error.js';
import { InvitedPeople } from '../../application/ports/invited-people.js';
import { type Provisioner, byProvisioner } from '../../domain/provisioner.js';
import { Raced } from '../../domain/scim.errors.js';

@Injectable()
export class DirectoryInvitations extends InvitedPeople {
  constructor(
    private readonly inviteProvisioned: InviteProvisioned,
    private readonly revokeInvitationsAt: RevokeInvitationsAt,
  ) {
    super();
  }

  async invite(provisioner: Provisioner, email: { text: string; key: string }, roleId: number | null): Promise<void> {
    const { organizationId } = provisioner;
    try {
      await this.inviteProvisioned.execute({ organizationId, email, roleId, detail: byProvisioner(provisioner) });
    } catch (error) {
      // Somebody invited the same person at the same moment.
      if (error instanceof DomainError && error.kind === 'conflict') throw new Raced();
      throw error;
    }
  }

  revoke(provisioner: Provisioner, emailKey: string): Promise<void> {
    const { organizationId } = provisioner;
    return this.revokeInvitationsAt.execute({ organizationId, emailKey, detail: byProvisioner(provisioner) });
  }
}
