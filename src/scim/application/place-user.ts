import { Injectable } from '@nestjs/common';
import { type AccountFacts, type Placement, type Standing, placementOf } from '../domain/placement.js';
import type { Provisioner } from '../domain/provisioner.js';
import { Raced } from '../domain/scim.errors.js';
import { FollowActive } from './follow-active.js';
import { InvitedPeople } from './ports/invited-people.js';
import { Memberships } from './ports/memberships.js';
import { People, type PreparedPerson } from './ports/people.js';

export interface Place {
  readonly placement: Placement;
  /** Whoever has the address. */
  readonly account: (AccountFacts & Standing) | null;
}

/** Finds the person whom a user stands for, and makes him a member where that is the organization's to do. */
@Injectable()
export class PlaceUser {
  constructor(
    private readonly people: People,
    private readonly memberships: Memberships,
    private readonly invitedPeople: InvitedPeople,
    private readonly followActive: FollowActive,
  ) {}

  /** Locks the account; before any resource is locked. */
  async look(person: PreparedPerson, organizationId: number): Promise<Place> {
    const { email } = person;
    const found = email && (await this.people.lockByEmail(email.key));
    const account = found && { ...found, ...(await this.memberships.hold(organizationId, found.id)) };
    return { placement: placementOf(email !== null, account, organizationId), account };
  }

  /** The same for a user who has an account. @throws Raced when it is gone */
  async member(userId: number, organizationId: number): Promise<AccountFacts & Standing> {
    const found = await this.people.lock(userId);
    if (found === null) throw new Raced();
    return { ...found, ...(await this.memberships.hold(organizationId, userId)) };
  }

  /** @returns the account that the user stands for from now on @throws Raced, LastOwnerStays */
  async execute(input: {
    provisioner: Provisioner;
    person: PreparedPerson;
    place: Place;
    isActive: boolean;
  }): Promise<number | null> {
    const { provisioner, person, place, isActive } = input;
    const { email } = person;
    const { placement, account } = place;
    if (email === null || placement === 'none') return null;
    if (placement === 'register') {
      const userId = await this.people.register({ ...person, email }, provisioner.organizationId, isActive);
      await this.memberships.admit(provisioner, userId, isActive);
      return userId;
    }
    if (placement === 'invite' || account === null) {
      if (isActive) await this.invitedPeople.invite(provisioner, email);
      return null;
    }
    if (placement === 'readmit') {
      await this.memberships.admit(provisioner, account.id, isActive);
      if (!isActive) await this.people.endAccess(account.id);
    } else await this.followActive.execute({ provisioner, member: account, isActive });
    await this.people.steer(account.id, person, provisioner);
    return account.id;
  }
}
