import { Injectable } from '@nestjs/common';
import { AdmitProvisioned } from '../../../organizations/application/admit-provisioned.js';
import { HoldStanding } from '../../../organizations/application/hold-standing.js';
import { EnterMember } from '../../../scim/application/enter-member.js';
import { DomainError } from '../../../shared/domain-error.js';
import { type Membership, Memberships } from '../../application/ports/memberships.js';
import { Raced } from '../../domain/raced.js';

@Injectable()
export class OrganizationMemberships extends Memberships {
  constructor(
    private readonly holdStanding: HoldStanding,
    private readonly admitProvisioned: AdmitProvisioned,
    private readonly enterMember: EnterMember,
  ) {
    super();
  }

  of(organizationId: number, userId: number): Promise<Membership> {
    return this.holdStanding.look({ organizationId, userId });
  }

  async admit(input: Parameters<Memberships['admit']>[0]): Promise<void> {
    const { organizationId, userId, roleId, connectionId } = input;
    const detail = { sso_connection_id: connectionId };
    try {
      await this.admitProvisioned.execute({
        organizationId,
        userId,
        roleId,
        isSuspended: false,
        hasCome: true,
        detail,
      });
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'conflict') throw new Raced();
      throw error;
    }
    await this.enterMember.execute({ organizationId, userId });
  }
}
