import { Injectable } from '@nestjs/common';
import { rankOfPermissions } from '../domain/role.js';
import { type Affiliation, Organizations } from './ports/organizations.js';

@Injectable()
export class ListAffiliations {
  constructor(private readonly organizations: Organizations) {}

  /** The organizations a user belongs to, most powerful role first. */
  async execute(userId: number): Promise<Affiliation[]> {
    const affiliations = await this.organizations.affiliationsOf(userId);
    return affiliations.sort(
      (one, other) =>
        rankOfPermissions(other.permissions) - rankOfPermissions(one.permissions) || one.organizationId - other.organizationId,
    );
  }
}
