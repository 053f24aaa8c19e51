import { Injectable } from '@nestjs/common';
import { ReadErrorOfExecution } from '../../query-generation/application/read-error-of-execution.js';
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
    private readonly readErrorOfExecution: ReadErrorOfExecution,
  ) {}

  /** @throws Forbidden, NotFound */
  async execute(
    caller: Caller,
    conversationId: number,
  ): Promise<{ readonly conversation: Conversation; readonly turns: readonly ShownTurn[] }> {
    const conversation = await this.enterConversation.execute(caller, conversationId);
    const turns = await this.conversations.turns(conversationId);
    const shown = await this.withholdTurns.execute(caller, conversation, turns);
    return { conversation, turns: await Promise.all(shown.map((turn) => this.withError(turn))) };
  }

  /** An instance that died has left its turn without an end. Others have ended the execution since. */
  private async withError(turn: ShownTurn): Promise<ShownTurn> {
    const { executionId, sql, askedBack, errorCode, withheld } = turn;
    const hasEnd = [sql, askedBack, errorCode, withheld].some((part) => part !== null);
    if (hasEnd || executionId === null) return turn;
    return { ...turn, errorCode: await this.readErrorOfExecution.execute(executionId) };
  }
}
