import { Injectable } from '@nestjs/common';
import type { AccountFacts, Standing } from '../domain/placement.js';
import type { Provisioner } from '../domain/provisioner.js';
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
  ) {}

  /** Joins the unit of work, in which the account is locked. Doing it again changes nothing. @throws LastOwnerStays */
  async execute(input: {
    provisioner: Provisioner;
    member: AccountFacts & Standing;
    isActive: boolean;
  }): Promise<void> {
    const { provisioner, member, isActive } = input;
    if (isActive && member.isSuspended) await this.memberships.reinstate(provisioner, member.id);
    if (isActive || !(await this.memberships.suspend(provisioner, member.id))) return;
    await this.people.endAccess(member.id);
    await this.invitedPeople.revoke(provisioner, member.emailKey);
  }
}
