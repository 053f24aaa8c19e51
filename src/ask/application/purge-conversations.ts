import { Injectable } from '@nestjs/common';
import { SpendTokens } from '../../query-generation/application/spend-tokens.js';
import { Clock } from '../../shared/ports/clock.js';
import { AskTerms } from './ports/ask-terms.js';
import { Conversations } from './ports/conversations.js';

const AT_ONCE = 1_000;

/** Deletes conversations whose time is over, and the token counts of past days. */
@Injectable()
export class PurgeConversations {
  constructor(
    private readonly conversations: Conversations,
    private readonly spendTokens: SpendTokens,
    private readonly terms: AskTerms,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const { conversationDays } = this.terms;
    while ((await this.conversations.purge(this.clock.now(), conversationDays, AT_ONCE)) === AT_ONCE);
    await this.spendTokens.purge();
  }
}
