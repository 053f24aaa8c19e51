import { describe, expect, it } from '@jest/globals';
import { Wiring } from '../../../test/support/wiring.js';
import { AnswerQuestion, type AskedQuestion } from '../../query-generation/application/answer-question.js';
import { BeginQuestion } from '../../query-generation/application/begin-question.js';
import { SpendTokens } from '../../query-generation/application/spend-tokens.js';
import { TokenMeter } from '../../query-generation/domain/token-meter.js';
import { AskQuestion } from './ask-question.js';
import { EnterConversation } from './enter-conversation.js';
import { OpenTurn } from './open-turn.js';
import { AskTerms } from './ports/ask-terms.js';
import { Conversations } from './ports/conversations.js';
import { Settings } from './ports/settings.js';

/** What is written of a question whose answering goes this way. */
async function endsOf(answering: (asked: AskedQuestion) => Promise<never>): Promise<readonly (string | null)[]> {
  const ends: (string | null)[] = [];
  const turn = { executionId: 1, startedAt: new Date(0), conversationId: 2, position: 1, earlier: [], sight: null };
  const reservation = { day: '2026-11-20', tokens: 30_000, spenders: [], meter: new TokenMeter() };
  const wiring = new Wiring()
    .answer(BeginQuestion, { admit: async () => ({ organizationId: 1, id: 3 }) as never })
    .answer(EnterConversation, {})
    .answer(OpenTurn, { execute: async () => ({ ...turn, reservation }) })
    .answer(AnswerQuestion, { execute: answering })
    .answer(SpendTokens, { settle: async () => void ends.push('settled') })
    .answer(Settings, { of: async () => ({ showsRows: false, tokensPerDay: null }) as never })
    .answer(AskTerms, { tokensPerPerson: 1, tokensPerOrganization: 1 })
    .answer(Conversations, { endTurn: async (_id, _position, { errorCode }) => void ends.push(errorCode) });
  const question = { caller: {} as never, dataSourceId: 3, question: 'Which?', conversationId: null, maxRows: 1 };
  await expect(wiring.make(AskQuestion).execute({ ...question, signal: new AbortController().signal })).rejects.toThrow('gone');
  return ends;
}

const gone = (): never => {
  throw new Error('gone');
};

describe('a question that fails', () => {
  it('ends once, with the end of its execution, and is charged once', async () => {
    const ends = await endsOf(async ({ closing }) => {
      await closing(null, 'QUERY_FAILED');
      return gone();
    });
    expect(ends).toEqual(['QUERY_FAILED', 'settled']);
  });

  it('ends and is charged all the same if nothing was written with it', async () => {
    expect(await endsOf(async () => gone())).toEqual(['INTERNAL', 'settled']);
  });

  it('ends and is charged all the same if what was written with it was rolled back', async () => {
    const ends = await endsOf(async ({ closing, notClosed }) => {
      await closing(null, 'QUERY_FAILED');
      notClosed();
      return gone();
    });
    expect(ends).toEqual(['QUERY_FAILED', 'settled', 'INTERNAL', 'settled']);
  });
});
