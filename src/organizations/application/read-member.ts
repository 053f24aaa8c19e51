import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { DescribeMembers, type DescribedMember } from './describe-members.js';
import { Members } from './ports/members.js';

@Injectable()
export class ReadMember {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly describeMembers: DescribeMembers,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(input: { caller: Caller; organizationId: number; userId: number }): Promise<DescribedMember> {
    const { caller, organizationId, userId } = input;
    const held = await this.access.require(caller, 'member.read', { organizationId });
    const member = await this.members.find(organizationId, userId);
    if (member === null) throw new NotFound('Member');
    const [described] = await this.describeMembers.execute({ caller, held, organizationId, members: [member] });
    return described ?? { ...member, security: null };
  }
}
