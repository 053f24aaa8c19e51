import { Injectable } from '@nestjs/common';
import { type AccountFacts, type Placement, type Standing, placementOf } from '../domain/placement.js';
import type { Provisioner } from '../domain/provisioner.js';
import { Raced } from '../domain/scim.errors.js';
import { FollowActive } from './follow-active.js';
import { KeepCeiling } from './keep-ceiling.js';
import { GroupMappings } from './ports/group-mappings.js';
import { InvitedPeople } from './ports/invited-people.js';
import { Memberships } from './ports/memberships.js';
import { People, type PreparedPerson, type Reach } from './ports/people.js';

export interface Place {
  readonly placement: Placement;
  /** Whoever has the address. */
  readonly account: (AccountFacts & Standing) | null;
}

/** Finds the person whom a user stands for, and makes them a member where that is the organization's to do. */
@Injectable()
export class PlaceUser {
  constructor(
    private readonly people: People,
    private readonly memberships: Memberships,
    private readonly invitedPeople: InvitedPeople,
    private readonly followActive: FollowActive,
    private readonly mappings: GroupMappings,
    private readonly keepCeiling: KeepCeiling,
  ) {}

  /** Locks the account and holds the organization with its mapping; before any resource is locked. */
  async look(person: PreparedPerson, organizationId: number): Promise<Place> {
    const { email } = person;
    const found = email && (await this.people.lockByEmail(email.key));
    const account = found && { ...found, ...(await this.memberships.hold(organizationId, found.id)) };
    await this.hold(organizationId, person);
    return { placement: placementOf(email !== null, account, organizationId), account };
  }

  /** The same for a user who has an account. @throws Raced when it is gone */
  async member(
    userId: number,
    organizationId: number,
    person: PreparedPerson | null = null,
  ): Promise<AccountFacts & Standing> {
    const found = await this.people.lock(userId);
    if (found === null) throw new Raced();
    const standing = await this.memberships.hold(organizationId, userId);
    await this.hold(organizationId, person);
    return { ...found, ...standing };
  }

  /** Whoever sets a password is alone: what the account holds must not grow between the judgement and the commit. */
  private hold(organizationId: number, person: PreparedPerson | null): Promise<void> {
    const setsPassword = person !== null && person.passwordHash !== null;
    return setsPassword ? this.mappings.holdAlone(organizationId) : this.mappings.hold(organizationId);
  }

  /** @returns the account that the user stands for from now on @throws Raced, LastOwnerStays, AboveCeiling */
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
    if (placement === 'link' && account !== null) return this.link(provisioner, person, account, isActive);
    // Judged whatever follows: a refusal must not tell whether there is an account.
    const { roleId, reach } = await this.defaultRole(provisioner);
    if (placement === 'invite' && !isActive) return null;
    if (placement === 'register') {
      const userId = await this.people.register({ ...person, email }, provisioner.organizationId, isActive, reach);
      await this.memberships.admit(provisioner, userId, { roleId, isActive });
      return userId;
    }
    if (placement === 'invite' || account === null) {
      await this.invitedPeople.invite(provisioner, email, roleId);
      return null;
    }
    await this.memberships.admit(provisioner, account.id, { roleId, isActive });
    if (!isActive) await this.people.endAccess(account.id);
    await this.people.steer(account.id, person, provisioner, reach);
    return account.id;
  }

  private async link(
    provisioner: Provisioner,
    person: PreparedPerson,
    account: AccountFacts & Standing,
    isActive: boolean,
  ): Promise<number> {
    await this.followActive.execute({ provisioner, member: account, isActive });
    // Of other accounts nothing is written: a directory may name whomever it finds.
    const isOwn = account.provisionedBy === provisioner.organizationId;
    const held = isOwn ? await this.keepCeiling.execute(provisioner, { does: 'change', member: account }) : null;
    await this.people.steer(account.id, person, provisioner, held?.permissions ?? []);
    return account.id;
  }

  private async defaultRole(provisioner: Provisioner): Promise<{ roleId: number | null; reach: Reach }> {
    const roleId = (await this.mappings.fallbackOf(provisioner.organizationId))?.roleId ?? null;
    const { permissions } = await this.keepCeiling.execute(provisioner, { does: 'give', roleIds: [roleId] });
    return { roleId, reach: permissions };
  }
}
