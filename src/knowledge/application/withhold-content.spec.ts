import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import type { StatementJudge } from './statement-judge.js';
import { WithholdContent } from './withhold-content.js';

describe('a page of knowledge', () => {
  it('is judged at once, and leaves out of each entry what is withheld of it', async () => {
    const asked: unknown[] = [];
    const judge = {
      withheld: async (...[, , form, texts]: Parameters<StatementJudge['withheld']>) => {
        asked.push([form, texts.map(({ sql, isOwn }) => [sql, isOwn])]);
        return texts.map(({ sql }) => (sql.includes('hidden') ? 'why' : null));
      },
    } as unknown as StatementJudge;
    const entry = (sql: string | null, changedBy: number) => ({
      question: null,
      term: 'Length',
      definition: null,
      synonyms: [],
      sql,
      changedBy,
      problem: 'broken',
    });
    const entries = [entry('hidden', 2), entry(null, 2), entry('plain', 1)];
    const place = { organizationId: 1, dataSourceId: 3 };
    const shown = await new WithholdContent(judge).execute({ userId: 1 } as Caller, 'glossary_term', place, entries as never);
    expect(shown).toMatchObject([
      { sql: null, problem: null, withheld: 'why' },
      { sql: null, problem: 'broken', withheld: null },
      { sql: 'plain', problem: 'broken', withheld: null },
    ]);
    expect(asked).toEqual([
      [
        'expression',
        [
          ['hidden', false],
          ['plain', true],
        ],
      ],
    ]);
  });
});
