import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { BeginQuestion, type BegunQuestion } from '../../query-generation/application/begin-question.js';
import { type Reservation, SpendTokens } from '../../query-generation/application/spend-tokens.js';
import { IsExecutionRunning } from '../../query-generation/application/is-execution-running.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ConversationBusy } from '../domain/ask.errors.js';
import { type Conversation, MOST_EARLIER, type ShownTurn, titleOf } from '../domain/conversation.js';
import { Conversations } from './ports/conversations.js';
import { WithholdTurns } from './withhold-turns.js';

export interface TurnToOpen {
  readonly caller: Caller;
  readonly source: DataSource;
  /** The conversation that the caller has entered; `null` begins a new one. */
  readonly conversation: Conversation | null;
  readonly question: string;
  /** What the answer may cost. */
  readonly tokens: { readonly reserved: number; readonly perPerson: number; readonly perOrganization: number };
}

export interface OpenedTurn extends BegunQuestion {
  /** Settled when the question ends. */
  readonly reservation: Reservation;
  readonly conversationId: number;
  readonly position: number;
  /** The oldest first. */
  readonly earlier: readonly ShownTurn[];
}

/** Begins a question in a conversation, or a new conversation with its first question. */
@Injectable()
export class OpenTurn {
  constructor(
    private readonly conversations: Conversations,
    private readonly beginQuestion: BeginQuestion,
    private readonly spendTokens: SpendTokens,
    private readonly isExecutionRunning: IsExecutionRunning,
    private readonly withholdTurns: WithholdTurns,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A conversation has one open question at a time, because the next question builds on its result.
   * @throws DailyQuotaExceeded, ConversationBusy; NotFound when the conversation has been deleted
   */
  async execute({ caller, source, conversation, question, tokens }: TurnToOpen): Promise<OpenedTurn> {
    const { organizationId, id: dataSourceId } = source;
    const payer = { userId: caller.userId, organizationId, reserved: tokens.reserved };
    // Last in the unit of work, as at the end of a question: all questions of an organization share a row of tokens, and wait for it.
    const reserve = () => this.spendTokens.reserve(payer, tokens);
    return this.unitOfWork.run(async () => {
      if (conversation !== null) {
        const found = await this.conversations.lock(conversation.id);
        if (found === null) throw new NotFound('Conversation');
        if (found.executionId !== null && (await this.isExecutionRunning.execute(found.executionId))) throw new ConversationBusy();
      }
      const begun = await this.beginQuestion.execute(caller, source, question);
      const at = begun.startedAt;
      const turn = { executionId: begun.executionId, question, sight: begun.sight, at };
      if (conversation === null) {
        const made = { organizationId, userId: caller.userId, dataSourceId, title: titleOf(question), at };
        const conversationId = await this.conversations.begin(made, turn);
        return { ...begun, reservation: await reserve(), conversationId, position: 1, earlier: [] };
      }
      const { id: conversationId } = conversation;
      const turns = await this.conversations.turns(conversationId, MOST_EARLIER);
      // A model would repeat in its answer what they name.
      const earlier = await this.withholdTurns.execute(caller, { organizationId, dataSourceId }, turns);
      const position = await this.conversations.addTurn({ conversationId, ...turn });
      return { ...begun, reservation: await reserve(), conversationId, position, earlier };
    });
  }
}
