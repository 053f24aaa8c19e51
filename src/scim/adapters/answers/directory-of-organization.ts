import { Injectable } from '@nestjs/common';
import { EnterMember } from '../../application/enter-member.js';
import { WithdrawMember } from '../../application/withdraw-member.js';
import { Directory } from '../../../organizations/application/ports/directory.js';

@Injectable()
export class DirectoryOfOrganization extends Directory {
  constructor(
    private readonly enterMember: EnterMember,
    private readonly withdrawMember: WithdrawMember,
  ) {
    super();
  }

  entered(member: { organizationId: number; userId: number }): Promise<void> {
    return this.enterMember.execute(member);
  }

  left(member: { organizationId: number; userId: number }): Promise<void> {
    return this.withdrawMember.execute(member);
  }
}
