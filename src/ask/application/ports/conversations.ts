import type { Page, PageRequest } from '../../../shared/page.js';
import type { Reach } from '../../../shared/reach.js';
import type { Conversation, Turn, TurnEnd } from '../../domain/conversation.js';

export type NewConversation = Pick<Conversation, 'organizationId' | 'userId' | 'title'> & {
  readonly dataSourceId: number;
  readonly at: Date;
};

export interface NewTurn {
  readonly conversationId: number;
  readonly executionId: number;
  readonly question: string;
  readonly sight: string | null;
  readonly at: Date;
}

/** Each belongs to one person; those of others are not found. */
export abstract class Conversations {
  abstract find(userId: number, id: number): Promise<Conversation | null>;
  /**
   * The person's conversations in these organizations, the latest first.
   * @param where `reach`: data sources whose conversations are told, and those of sources that are gone
   */
  abstract list(
    userId: number,
    where: { readonly organizationIds: readonly number[]; readonly reach: Reach },
    request: PageRequest,
  ): Promise<Page<Conversation>>;
  /** With its first question. */
  abstract begin(conversation: NewConversation, first: Omit<NewTurn, 'conversationId'>): Promise<number>;
  /** Keeps others from asking in it until the unit of work ends. @returns the execution of its latest turn; `null` when it is gone */
  abstract lock(id: number): Promise<{ readonly executionId: number | null } | null>;
  /** @returns its position */
  abstract addTurn(turn: NewTurn): Promise<number>;
  /** Does nothing if the conversation has been deleted. */
  abstract endTurn(conversationId: number, position: number, end: TurnEnd): Promise<void>;
  /** The oldest first. @param latest how many of the latest */
  abstract turns(conversationId: number, latest?: number): Promise<readonly Turn[]>;
  /** @returns whether it was there */
  abstract delete(id: number): Promise<boolean>;
  /**
   * Deletes those whose last question is older than their organization allows, or else than this many days.
   * @returns how many, some at a time
   */
  abstract purge(now: Date, usualDays: number, most: number): Promise<number>;
}
