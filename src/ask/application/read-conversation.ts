import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import type { Conversation, ShownTurn } from '../domain/conversation.js';
import { EnterConversation } from './enter-conversation.js';
import { Conversations } from './ports/conversations.js';
import { WithholdTurns } from './withhold-turns.js';

@Injectable()
export class ReadConversation {
  constructor(
    private readonly enterConversation: EnterConversation,
    private readonly conversations: Conversations,
    private readonly withholdTurns: WithholdTurns,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(
    caller: Caller,
    conversationId: number,
  ): Promise<{ readonly conversation: Conversation; readonly turns: readonly ShownTurn[] }> {
    const conversation = await this.enterConversation.execute(caller, conversationId);
    const turns = await this.conversations.turns(conversationId);
    return { conversation, turns: await this.withholdTurns.execute(caller, conversation, turns) };
  }
}
