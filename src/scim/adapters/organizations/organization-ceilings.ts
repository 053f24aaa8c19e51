import { Injectable } from '@nestjs/common';
import { JudgeProvisioning } from '../../../organizations/application/judge-provisioning.js';
import { ListHolders } from '../../../organizations/application/list-holders.js';
import type { Backing } from '../../../shared/backing.js';
import type { Contact } from '../../../shared/mail-to.js';
import { Ceilings, type Deed } from '../../application/ports/ceilings.js';
import type { Provisioner } from '../../domain/provisioner.js';
import type { TokenCeiling } from '../../domain/scim-token.js';

@Injectable()
export class OrganizationCeilings extends Ceilings {
  constructor(
    private readonly judgeProvisioning: JudgeProvisioning,
    private readonly listHolders: ListHolders,
  ) {
    super();
  }

  judge({ organizationId, backing }: Provisioner, deed: Deed): ReturnType<Ceilings['judge']> {
    const concerned =
      deed.does === 'give' ? { userId: null, roleIds: deed.roleIds } : { userId: deed.member.id, roleIds: [] };
    const isOffboarding = deed.does === 'remove' && deed.member.provisionedBy === organizationId;
    // To change a password or an address is to give everything that the account holds.
    const does = deed.does === 'remove' ? 'take' : 'give';
    return this.judgeProvisioning.execute({ organizationId, backing, deed: concerned, does, isOffboarding });
  }

  look(organizationId: number, backings: readonly Backing[]): Promise<readonly TokenCeiling[]> {
    return this.judgeProvisioning.look(organizationId, backings);
  }

  ownersOf(organizationId: number): Promise<readonly Contact[]> {
    return this.listHolders.execute(organizationId, '*');
  }
}
