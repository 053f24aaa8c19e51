import { Injectable } from '@nestjs/common';
import { AdmitProvisioned } from '../../../organizations/application/admit-provisioned.js';
import { DismissMember } from '../../../organizations/application/dismiss-member.js';
import { HoldStanding } from '../../../organizations/application/hold-standing.js';
import { ReinstateMember } from '../../../organizations/application/reinstate-member.js';
import { SuspendMember } from '../../../organizations/application/suspend-member.js';
import { DomainError } from '../../../shared/domain-error.js';
import { Memberships } from '../../application/ports/memberships.js';
import type { Standing } from '../../domain/placement.js';
import { type Provisioner, byProvisioner } from '../../domain/provisioner.js';
import { BreakGlassStays, LastOwnerStays } from '../../domain/scim.errors.js';

@Injectable()
export class OrganizationMemberships extends Memberships {
  constructor(
    private readonly holdStanding: HoldStanding,
    private readonly admitProvisioned: AdmitProvisioned,
    private readonly suspendMember: SuspendMember,
    private readonly reinstateMember: ReinstateMember,
    private readonly dismissMember: DismissMember,
  ) {
    super();
  }

  hold(organizationId: number, userId: number): Promise<Standing> {
    return this.holdStanding.execute({ organizationId, userId });
  }

  admit(provisioner: Provisioner, userId: number, as: Parameters<Memberships['admit']>[2]): Promise<void> {
    const { roleId, isActive } = as;
    return this.admitProvisioned.execute({
      ...who(provisioner, userId),
      roleId,
      isSuspended: !isActive,
      hasCome: false,
    });
  }

  suspend(provisioner: Provisioner, userId: number): Promise<boolean> {
    return keepingAnOwner(() => this.suspendMember.execute(who(provisioner, userId)));
  }

  reinstate(provisioner: Provisioner, userId: number): Promise<void> {
    return this.reinstateMember.execute(who(provisioner, userId));
  }

  dismiss(provisioner: Provisioner, userId: number): Promise<void> {
    return keepingAnOwner(() => this.dismissMember.execute(who(provisioner, userId)));
  }
}

function who(
  provisioner: Provisioner,
  userId: number,
): { organizationId: number; userId: number; detail: ReturnType<typeof byProvisioner> } {
  return { organizationId: provisioner.organizationId, userId, detail: byProvisioner(provisioner) };
}

async function keepingAnOwner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'LAST_OWNER') throw new LastOwnerStays();
    if (error instanceof DomainError && error.code === 'BREAK_GLASS_STAYS') throw new BreakGlassStays();
    throw error;
  }
}
