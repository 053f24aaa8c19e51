import { Injectable } from '@nestjs/common';
import { ArriveMember } from '../../application/arrive-member.js';
import { FindStanding } from '../../application/find-standing.js';
import { ListAffiliations } from '../../application/list-affiliations.js';
import { NameOrganization } from '../../application/name-organization.js';
import { ReadDirectoryPasswords } from '../../application/read-directory-passwords.js';
import { Affiliations, type AffiliationStanding } from '../../../accounts/application/ports/affiliations.js';

@Injectable()
export class AffiliationsOfAccount extends Affiliations {
  constructor(
    private readonly listAffiliations: ListAffiliations,
    private readonly nameOrganization: NameOrganization,
    private readonly readDirectoryPasswords: ReadDirectoryPasswords,
    private readonly findStanding: FindStanding,
    private readonly arriveMember: ArriveMember,
  ) {
    super();
  }

  async organizationNamesOf(userId: number): Promise<readonly string[]> {
    return (await this.listAffiliations.execute(userId)).map((affiliation) => affiliation.organizationName);
  }

  idsOf(userId: number): Promise<readonly number[]> {
    return this.listAffiliations.idsOf(userId);
  }

  arrive(userId: number): Promise<void> {
    return this.arriveMember.execute(userId);
  }

  nameOf(organizationId: number): Promise<string> {
    return this.nameOrganization.execute(organizationId);
  }

  async acceptsDirectoryPasswords(organizationId: number): Promise<boolean> {
    return (await this.readDirectoryPasswords.execute(organizationId)) === 'accept';
  }

  standingAt(organizationId: number, userId: number): Promise<AffiliationStanding> {
    return this.findStanding.lock({ userId, organizationId });
  }

  glanceAt(organizationId: number, userId: number): Promise<AffiliationStanding> {
    return this.findStanding.execute({ userId, organizationId });
  }
}
