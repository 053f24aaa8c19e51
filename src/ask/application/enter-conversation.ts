import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import type { Conversation } from '../domain/conversation.js';
import { Conversations } from './ports/conversations.js';

const WHAT = 'Conversation';

/** Finds a conversation only for the person who asked in it. No permission opens it to others. */
@Injectable()
export class EnterConversation {
  constructor(
    private readonly access: AccessControl,
    private readonly conversations: Conversations,
  ) {}

  /** @throws Forbidden for a caller who may no longer ask; NotFound for a missing one and for those of others */
  async execute(caller: Caller, conversationId: number): Promise<Conversation> {
    const conversation = await this.conversations.find(caller.userId, conversationId);
    if (conversation === null) {
      await this.access.requireMembership(caller, 'query.run');
      const asked = { type: 'conversation', id: conversationId, name: WHAT } as const;
      throw await this.access.refuseUnknown(caller, 'query.run', asked);
    }
    const { organizationId, dataSourceId } = conversation;
    const place = { organizationId, ...(dataSourceId !== null && { dataSourceId }) };
    try {
      await this.access.require(caller, 'query.run', place, WHAT);
    } catch (error) {
      if (error instanceof NotFound) await this.access.requireMembership(caller, 'query.run');
      throw error;
    }
    return conversation;
  }
}
