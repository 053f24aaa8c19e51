import { Injectable } from '@nestjs/common';
import { HasOpenInvitation } from '../../../invitations/application/has-open-invitation.js';
import { ArriveMember } from '../../../organizations/application/arrive-member.js';
import { IsSuspendedEverywhere } from '../../../organizations/application/is-suspended-everywhere.js';
import { ListAffiliations } from '../../../organizations/application/list-affiliations.js';
import { Affiliations, type OrganizationOfCaller } from '../../application/ports/affiliations.js';

@Injectable()
export class OrganizationAffiliations extends Affiliations {
  constructor(
    private readonly listAffiliations: ListAffiliations,
    private readonly isSuspendedEverywhere: IsSuspendedEverywhere,
    private readonly hasOpenInvitation: HasOpenInvitation,
    private readonly arriveMember: ArriveMember,
  ) {
    super();
  }

  async organizationsOf(userId: number): Promise<readonly OrganizationOfCaller[]> {
    const affiliations = await this.listAffiliations.execute(userId);
    return affiliations.map(({ organizationId, organizationName, roleName }) => ({
      id: organizationId,
      name: organizationName,
      role: roleName,
    }));
  }

  arrive(userId: number): Promise<void> {
    return this.arriveMember.execute(userId);
  }

  async isShutOut(userId: number): Promise<boolean> {
    return (await this.isSuspendedEverywhere.execute(userId)) && !(await this.hasOpenInvitation.execute(userId));
  }
}
