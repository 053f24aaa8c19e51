import { Injectable } from '@nestjs/common';
import type { AccountFacts, Standing } from '../domain/placement.js';
import type { Provisioner } from '../domain/provisioner.js';
import { KeepCeiling } from './keep-ceiling.js';
import { InvitedPeople } from './ports/invited-people.js';
import { Memberships } from './ports/memberships.js';
import { People } from './ports/people.js';

/** Brings a membership into line with `active`. Whoever is deactivated is out with the same commit, on every way in. */
@Injectable()
export class FollowActive {
  constructor(
    private readonly memberships: Memberships,
    private readonly people: People,
    private readonly invitedPeople: InvitedPeople,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /** Joins the unit of work, in which the account is locked. Doing it again changes nothing. @throws LastOwnerStays, AboveCeiling */
  async execute(input: {
    provisioner: Provisioner;
    member: AccountFacts & Standing;
    isActive: boolean;
  }): Promise<void> {
    const { provisioner, member, isActive } = input;
    // Who is in stays in, and who is suspended stays suspended.
    if (isActive !== member.isSuspended) return;
    await this.keepCeiling.execute(provisioner, { does: isActive ? 'change' : 'remove', member });
    if (isActive) return this.memberships.reinstate(provisioner, member.id);
    if (!(await this.memberships.suspend(provisioner, member.id))) return;
    await this.people.endAccess(member.id);
    await this.invitedPeople.revoke(provisioner, member.emailKey);
  }
}
