import { Injectable } from '@nestjs/common';
import type { Backing } from '../../shared/backing.js';
import { mayGive } from '../../shared/permission.js';
import type { Held } from '../../shared/ports/access-control.js';
import { type Ceiling, type CeilingHeight, ceilingOf, heightOf } from '../domain/ceiling.js';
import { mayTake } from '../domain/role.js';
import { type Deed, ProvisionedMembers } from './ports/provisioned-members.js';

/** Decides what a provisioning token may do, by the people behind it; see `ceilingOf`. */
@Injectable()
export class JudgeProvisioning {
  constructor(private readonly members: ProvisionedMembers) {}

  /**
   * Joins the caller's unit of work, which has locked the organization already. Taking a role away locks it too, so
   * that a token never gives a role after its issuer has lost it.
   * @returns `held` for judging what follows from the act
   */
  async execute(input: {
    organizationId: number;
    backing: Backing;
    deed: Deed;
    does: 'give' | 'take';
    isOffboarding: boolean;
  }): Promise<{ readonly isAllowed: boolean; readonly isApprovalNeeded: boolean; readonly held: Held }> {
    const { organizationId, backing, deed, does, isOffboarding } = input;
    const { rights, touched } = await this.members.weigh(organizationId, peopleBehind(backing), deed);
    const { now, offboarding, isApprovalNeeded } = ceilingOf(backing, rights);
    const held = isOffboarding ? offboarding : now;
    const isCovered = does === 'take' ? mayTake(held, touched) : mayGive(held, touched);
    // A person without permissions is covered by any role, but still out of reach for a token without a person behind it.
    const touchesNobody = deed.userId === null && deed.roleIds.length === 0;
    const isBacked = held.isSystemAdmin || held.permissions.length > 0;
    return { isAllowed: isCovered && (touchesNobody || isBacked), isApprovalNeeded, held };
  }

  /** For showing tokens. */
  async look(
    organizationId: number,
    backings: readonly Backing[],
  ): Promise<(Omit<Ceiling, 'now' | 'offboarding'> & { readonly height: CeilingHeight })[]> {
    const people = [...new Set(backings.flatMap(peopleBehind))];
    const { rights } = await this.members.weigh(organizationId, people, { userId: null, roleIds: [] });
    return backings.map((backing) => {
      const { now, hasIssuerLeft, isApprovalNeeded } = ceilingOf(backing, rights);
      return { height: heightOf(now), hasIssuerLeft, isApprovalNeeded };
    });
  }
}

function peopleBehind({ issuedBy, approvedBy }: Backing): number[] {
  return [issuedBy, approvedBy].filter((id) => id !== null);
}
