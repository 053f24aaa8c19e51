import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { nameKeyOf } from '../../shared/email-key.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { type Member, Members } from './ports/members.js';

@Injectable()
export class ListMembers {
  constructor(
    private readonly access: AccessControl,
    private readonly members: Members,
  ) {}

  /** @param input.search beginning of a username or e-mail address, in any case @throws Forbidden */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    search: string | null;
    request: PageRequest;
  }): Promise<Page<Member>> {
    const { caller, organizationId, search, request } = input;
    await this.access.require(caller, 'member.read', { organizationId });
    const key = nameKeyOf(search ?? '');
    return this.members.pageOf(organizationId, key === '' ? null : key, request);
  }
}
