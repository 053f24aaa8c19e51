import { Injectable } from '@nestjs/common';
import { JudgeProvisioning } from '../../organizations/application/judge-provisioning.js';
import type { GroupMapping } from '../../shared/group-mapping.js';
import type { GroupMappingOfConnection } from '../domain/claimed-groups.js';

/** Whether the person who is responsible for a mapping may still give what it gives. */
@Injectable()
export class JudgeGroupMapping {
  constructor(private readonly judgeProvisioning: JudgeProvisioning) {}

  /** The ceiling of provisioning, with one person behind it. */
  async execute(
    organizationId: number,
    { responsibleId }: Pick<GroupMappingOfConnection, 'responsibleId'>,
    given: readonly GroupMapping[],
  ): Promise<boolean> {
    if (given.length === 0) return true;
    const { isAllowed } = await this.judgeProvisioning.execute({
      organizationId,
      backing: { issuedBy: responsibleId, approvedBy: null, approvedUpTo: null, mustHold: 'sso.manage' },
      deed: { userId: null, roleIds: given.map(({ roleId }) => roleId) },
      does: 'give',
      isOffboarding: false,
    });
    return isAllowed;
  }
}
