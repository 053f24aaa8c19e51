import { Injectable } from '@nestjs/common';
import { rankOfPermissions } from '../domain/role.js';
import { type Affiliation, Organizations } from './ports/organizations.js';

@Injectable()
export class ListAffiliations {
  constructor(private readonly organizations: Organizations) {}

  /** The organizations a user belongs to, most powerful role first. */
  async execute(userId: number): Promise<Affiliation[]> {
    return byPower(await this.organizations.affiliationsOf(userId));
  }

  /** The ids of all of them, those that have suspended the user too. */
  async idsOf(userId: number): Promise<readonly number[]> {
    return (await this.organizations.membershipsOf(userId)).map(({ organizationId }) => organizationId);
  }

  /** The organizations, and whether the user belongs to at least one organization and every one has suspended them. */
  async withSuspension(userId: number): Promise<{ affiliations: Affiliation[]; isSuspendedEverywhere: boolean }> {
    const memberships = await this.organizations.membershipsOf(userId);
    const affiliations = byPower(memberships.filter(({ isSuspended }) => !isSuspended));
    return { affiliations, isSuspendedEverywhere: memberships.length > 0 && affiliations.length === 0 };
  }
}

function byPower(affiliations: Affiliation[]): Affiliation[] {
  return affiliations.sort(
    (one, other) => rankOfPermissions(other.permissions) - rankOfPermissions(one.permissions) || one.organizationId - other.organizationId,
  );
}
