import type { Environment } from './environment.js';

export interface AskConfig {
  /** Tokens of the language model per day. */
  readonly tokensPerPerson: number;
  readonly tokensPerOrganization: number;
  /** A conversation is forgotten after this many days without a question. */
  readonly conversationDays: number;
}

const MOST_TOKENS = 2_000_000_000;

export function askOf(env: Environment): AskConfig {
  return {
    tokensPerPerson: env.integer('ASK_TOKENS_PER_PERSON', { min: 1, max: MOST_TOKENS, default: 500_000 }),
    tokensPerOrganization: env.integer('ASK_TOKENS_PER_ORGANIZATION', { min: 1, max: MOST_TOKENS, default: 5_000_000 }),
    conversationDays: env.integer('CONVERSATION_DAYS', { min: 1, max: 3650, default: 90 }),
  };
}
