import { Injectable } from '@nestjs/common';
import { AnswerQuestion, type AnswerStep, type AnsweredQuestion } from '../../query-generation/application/answer-question.js';
import { BeginQuestion } from '../../query-generation/application/begin-question.js';
import { SpendTokens } from '../../query-generation/application/spend-tokens.js';
import type { Caller } from '../../shared/caller.js';
import { DomainError } from '../../shared/domain-error.js';
import { otherSource } from '../domain/ask.errors.js';
import { tokensOfDay } from '../domain/ask-settings.js';
import type { Conversation, Turn } from '../domain/conversation.js';
import { EnterConversation } from './enter-conversation.js';
import { type OpenedTurn, OpenTurn } from './open-turn.js';
import { AskTerms } from './ports/ask-terms.js';
import { Conversations } from './ports/conversations.js';
import { Settings } from './ports/settings.js';

/** Up to three statements are asked for, each with 8,000 tokens of schema and the rest of the prompt. */
const RESERVED = 3 * 10_000;

export interface Question {
  readonly caller: Caller;
  readonly dataSourceId: number;
  readonly question: string;
  /** `null` begins a new one. */
  readonly conversationId: number | null;
  /** 1 to 1,000 */
  readonly maxRows: number;
  /** Ends the question, also at the source. */
  readonly signal: AbortSignal;
  /** Is called once the question as a whole can no longer be refused. */
  readonly begun?: (turn: { readonly conversationId: number; readonly executionId: number }) => void;
  readonly tell?: (step: AnswerStep) => void;
}

export interface Answer extends AnsweredQuestion {
  readonly conversationId: number;
}

/** Answers a question in words with rows of a data source, and keeps it in a conversation. */
@Injectable()
export class AskQuestion {
  constructor(
    private readonly beginQuestion: BeginQuestion,
    private readonly enterConversation: EnterConversation,
    private readonly openTurn: OpenTurn,
    private readonly answerQuestion: AnswerQuestion,
    private readonly spendTokens: SpendTokens,
    private readonly settings: Settings,
    private readonly conversations: Conversations,
    private readonly granted: AskTerms,
  ) {}

  /**
   * @throws Forbidden, NotFound, ValidationFailed, ModelNotConfigured, DailyQuotaExceeded, ConversationBusy before it begins;
   *   what `AnswerQuestion` throws after
   */
  async execute(input: Question): Promise<Answer> {
    const { caller, dataSourceId, question, maxRows, signal, begun, tell = () => undefined } = input;
    const source = await this.beginQuestion.admit(caller, dataSourceId);
    const conversation = await this.enter(input);
    const settings = await this.settings.of(source.organizationId);
    const { showsRows } = settings;
    const tokens = { reserved: RESERVED, ...tokensOfDay(this.granted, settings) };
    const turn = await this.openTurn.execute({ caller, source, conversation, question, tokens });
    const { executionId, startedAt, conversationId, reservation } = turn;
    let isClosed = false;
    const closing = async (answer: AnsweredQuestion | null, errorCode: string | null): Promise<void> => {
      await this.close(turn, answer, errorCode);
      isClosed = true;
    };
    const notClosed = (): void => void (isClosed = false);
    try {
      begun?.(turn);
      const earlier = turn.earlier.map(toEarlier);
      const asked = { executionId, startedAt, caller, source, question, earlier, maxRows, showsRows };
      const course = { meter: reservation.meter, signal, tell, closing, notClosed };
      const answer = await this.answerQuestion.execute({ ...asked, ...course });
      return { ...answer, conversationId };
    } catch (error) {
      // Others recorded its end, or nobody could, so nothing was written with it.
      if (!isClosed) await this.close(turn, null, error instanceof DomainError ? error.code : 'INTERNAL');
      throw error;
    }
  }

  private async enter({ caller, dataSourceId, conversationId }: Question): Promise<Conversation | null> {
    if (conversationId === null) return null;
    const conversation = await this.enterConversation.execute(caller, conversationId);
    if (conversation.dataSourceId !== dataSourceId) throw otherSource();
    return conversation;
  }

  private async close(turn: OpenedTurn, answer: AnsweredQuestion | null, errorCode: string | null): Promise<void> {
    const { sql = null, clarification = null, result = null } = answer ?? {};
    await this.conversations.endTurn(turn.conversationId, turn.position, {
      sql,
      askedBack: clarification,
      errorCode,
      columns: result?.columns ?? [],
      rowCount: result?.rows.length ?? null,
      isTruncated: result?.isTruncated ?? null,
    });
    await this.spendTokens.settle(turn.reservation);
  }
}

function toEarlier({ question, sql, askedBack, columns, rowCount }: Turn) {
  const clarification = askedBack && `${askedBack.question} ${askedBack.choices.join(' / ')}`;
  return { question, sql, clarification, columns: columns.map(({ name }) => name), rowCount };
}
