import { Injectable } from '@nestjs/common';
import type { DataSource } from '../../data-sources/application/enter-data-source.js';
import { BeginQuestion, type BegunQuestion } from '../../query-generation/application/begin-question.js';
import { IsExecutionRunning } from '../../query-generation/application/is-execution-running.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ConversationBusy } from '../domain/ask.errors.js';
import { type Conversation, MOST_EARLIER, type ShownTurn, titleOf } from '../domain/conversation.js';
import { Conversations } from './ports/conversations.js';
import { WithholdTurns } from './withhold-turns.js';

export interface OpenedTurn extends BegunQuestion {
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
    private readonly isExecutionRunning: IsExecutionRunning,
    private readonly withholdTurns: WithholdTurns,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * A conversation has one open question at a time, because the next question builds on its result.
   * @param conversation that the caller has entered; `null` begins a new one
   * @throws ConversationBusy; NotFound when it was deleted in the meantime
   */
  async execute(
    caller: Caller,
    source: DataSource,
    conversation: Conversation | null,
    question: string,
  ): Promise<OpenedTurn> {
    return this.unitOfWork.run(async () => {
      if (conversation !== null) {
        const found = await this.conversations.lock(conversation.id);
        if (found === null) throw new NotFound('Conversation');
        if (found.executionId !== null && (await this.isExecutionRunning.execute(found.executionId)))
          throw new ConversationBusy();
      }
      const begun = await this.beginQuestion.execute(caller, source, question);
      const at = begun.startedAt;
      const { organizationId, id: dataSourceId } = source;
      const made = { organizationId, userId: caller.userId, dataSourceId, title: titleOf(question), at };
      const conversationId = conversation?.id ?? (await this.conversations.begin(made));
      const turns = conversation === null ? [] : await this.conversations.turns(conversationId, MOST_EARLIER);
      // A model would repeat in its answer what they name.
      const earlier = await this.withholdTurns.execute(caller, { organizationId, dataSourceId }, turns);
      const { executionId, sight } = begun;
      const position = await this.conversations.addTurn({ conversationId, executionId, question, sight, at });
      return { ...begun, conversationId, position, earlier };
    });
  }
}
