import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { DescribeMembers, type DescribedMember } from './describe-members.js';
import { Members } from './ports/members.js';

@Injectable()
export class ListMembers {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
    private readonly describeMembers: DescribeMembers,
  ) {}

  /** @param input.search words of names, usernames or addresses, or their beginnings @throws Forbidden */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    search: string | null;
    request: PageRequest;
  }): Promise<Page<DescribedMember>> {
    const { caller, organizationId, search, request } = input;
    const held = await this.access.require(caller, 'member.read', { organizationId });
    const { items, total } = await this.members.pageOf(organizationId, search?.trim() || null, request);
    return { items: await this.describeMembers.execute({ caller, held, organizationId, members: items }), total };
  }
}
