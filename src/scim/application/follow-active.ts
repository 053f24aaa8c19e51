import { Injectable } from '@nestjs/common';
import { EndAccess } from '../../accounts/application/end-access.js';
import { RevokeInvitationsAt } from '../../invitations/application/revoke-invitations-at.js';
import { ReinstateMember } from '../../organizations/application/reinstate-member.js';
import { SuspendMember } from '../../organizations/application/suspend-member.js';
import type { AccountFacts, Standing } from '../domain/placement.js';
import { type Provisioner, byProvisioner } from '../domain/provisioner.js';
import { KeepCeiling } from './keep-ceiling.js';

/** Brings a membership into line with `active`. A deactivated person is out with the same commit, on every way in. */
@Injectable()
export class FollowActive {
  constructor(
    private readonly suspendMember: SuspendMember,
    private readonly reinstateMember: ReinstateMember,
    private readonly endAccess: EndAccess,
    private readonly revokeInvitationsAt: RevokeInvitationsAt,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /** Joins the unit of work, in which the account is locked. Doing it again changes nothing. @throws LastOwner, AboveCeiling */
  async execute(input: { provisioner: Provisioner; member: AccountFacts & Standing; isActive: boolean }): Promise<void> {
    const { provisioner, member, isActive } = input;
    // Members stay members, and suspended people stay suspended.
    if (isActive !== member.isSuspended) return;
    await this.keepCeiling.execute(provisioner, { does: isActive ? 'change' : 'remove', member });
    const { organizationId } = provisioner;
    const detail = byProvisioner(provisioner);
    if (isActive) return this.reinstateMember.execute({ organizationId, userId: member.id, detail });
    if (!(await this.suspendMember.execute({ organizationId, userId: member.id, detail }))) return;
    await this.endAccess.execute({ userId: member.id, organizationId, isKeptElsewhere: member.isKeptElsewhere });
    await this.revokeInvitationsAt.execute({ organizationId, emailKey: member.emailKey, detail });
  }
}
