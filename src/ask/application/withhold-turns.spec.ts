import { describe, expect, it } from '@jest/globals';
import type { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import type { Caller } from '../../shared/caller.js';
import type { Turn } from '../domain/conversation.js';
import { WithholdTurns } from './withhold-turns.js';

describe('turns of a conversation', () => {
  it('are judged at once, each by its statement and by what the model asked back', async () => {
    const asked: unknown[] = [];
    const judge = {
      execute: async (...[, , texts]: Parameters<JudgeKeptText['execute']>) => {
        asked.push(texts.map(({ text, form }) => [form, text]));
        return texts.map(({ text }) => (text.includes('hidden') ? `why of ${text}` : null));
      },
    } as unknown as JudgeKeptText;
    const turn = (sql: string | null, question: string | null, columns: readonly string[] = []) =>
      ({
        sql,
        columns: columns.map((name) => ({ name })),
        sight: 'now',
        askedBack: question === null ? null : { question, choices: ['one', 'two'] },
      }) as unknown as Turn;
    const turns = [turn('plain', null), turn('s', null, ['hidden']), turn(null, 'hidden?'), turn(null, 'plain?')];
    const shown = await new WithholdTurns(judge).execute({} as Caller, { organizationId: 1, dataSourceId: 3 }, turns);
    expect(shown.map(({ withheld, sql, columns, askedBack }) => [withheld, sql, columns.length, askedBack])).toEqual([
      [null, 'plain', 0, null],
      ['why of s\nhidden', null, 0, null],
      ['why of hidden?\none\ntwo', null, 0, null],
      [null, null, 0, turns[3]?.askedBack],
    ]);
    expect(asked).toEqual([
      [
        ['statement', 'plain'],
        ['statement', 's\nhidden'],
        ['words', 'hidden?\none\ntwo'],
        ['words', 'plain?\none\ntwo'],
      ],
    ]);
  });
});
