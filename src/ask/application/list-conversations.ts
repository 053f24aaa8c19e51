import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Page, PageRequest } from '../../shared/page.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Conversation } from '../domain/conversation.js';
import { Conversations } from './ports/conversations.js';

@Injectable()
export class ListConversations {
  constructor(
    private readonly access: AccessControl,
    private readonly conversations: Conversations,
  ) {}

  /** The caller's own, the latest first. @throws Forbidden */
  async execute(caller: Caller, request: PageRequest): Promise<Page<Conversation>> {
    const organizationIds = await this.access.whereMember(caller, 'query.run');
    const reach = await this.access.reach(caller, 'query.run', 'data_source', organizationIds);
    return this.conversations.list(caller.userId, { organizationIds, reach }, request);
  }
}
