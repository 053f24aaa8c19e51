import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../shared/caller.js';
import type { Execution } from '../domain/execution.js';
import type { HiddenNames } from '../../statements/domain/hidden-names.js';
import { JudgeKeptText } from '../../statements/application/judge-kept-text.js';
import type { DataPolicies } from '../../statements/application/ports/data-policies.js';
import type { ReadsPartly } from '../../statements/application/reads-partly.js';
import { WithholdStatements } from './withhold-statements.js';

const reader = { userId: 1 } as Caller;
const people: HiddenNames = { schema: 'hr', name: 'people', columns: [], masked: ['salary'], filtersRows: false };
const failed: Execution = {
  id: 5,
  organizationId: 1,
  userId: 2,
  dataSourceId: 3,
  templateId: null,
  templateVersion: null,
  savedQuestionId: null,
  sql: null,
  sight: null,
  outcome: 'failed',
  errorCode: 'MODEL_UNAVAILABLE',
  rowCount: null,
  isTruncated: null,
  durationMs: 5,
  model: null,
  question: 'What does Ann Lee earn?',
  parameters: { name: 'Ann Lee' },
  startedAt: new Date('2026-11-20T09:00:00Z'),
  finishedAt: new Date('2026-11-20T09:00:05Z'),
};

function shownTo(hidden: readonly HiddenNames[], execution: Execution) {
  const policies: Pick<DataPolicies, 'hiddenFrom' | 'sightOf'> = {
    hiddenFrom: async () => hidden,
    sightOf: async () => 'now',
  };
  const judge = new JudgeKeptText(policies as DataPolicies, { execute: async () => [] } as unknown as ReadsPartly);
  return new WithholdStatements(judge).execute(reader, [execution]);
}

describe('a page of executions', () => {
  it('asks policies, and views, once for each data source', async () => {
    const asked: unknown[] = [];
    const policies: Pick<DataPolicies, 'hiddenFrom' | 'sightOf'> = {
      hiddenFrom: async (_, { dataSourceId }) => {
        asked.push(['policies', dataSourceId]);
        return [people];
      },
      sightOf: async (_, { dataSourceId }) => {
        asked.push(['sight', dataSourceId]);
        return 'now';
      },
    };
    const readsPartly = {
      execute: async (...[dataSourceId, texts]: Parameters<ReadsPartly['execute']>) => {
        asked.push(['views', dataSourceId, texts.length]);
        return texts.map(({ text }) => text.includes('staff_view'));
      },
    } as unknown as ReadsPartly;
    const page = Array.from({ length: 20 }, (_, id) => ({
      ...failed,
      id,
      dataSourceId: 3 + (id % 2),
      userId: 1 + (id % 4 === 0 ? 0 : 1),
      sql: `SELECT 1 FROM ${id % 3 === 0 ? 'staff_view' : 'other'} WHERE a = 'x'`,
      sight: 'before',
    }));
    const shown = await new WithholdStatements(new JudgeKeptText(policies as DataPolicies, readsPartly)).execute(reader, page);
    expect(shown.map(({ id }) => id)).toEqual(page.map(({ id }) => id));
    expect(shown.filter(({ withheld }) => withheld !== null).map(({ id }) => id)).toEqual([0, 3, 6, 9, 12, 15, 18]);
    expect(asked).toEqual([
      ...[
        ['policies', 3],
        ['sight', 3],
        ['views', 3, 10],
      ],
      ...[
        ['policies', 4],
        ['views', 4, 10],
      ],
    ]);
  });
});

describe('an execution that made no statement', () => {
  it('keeps the question and the values of another person from readers with hidden values', async () => {
    expect(await shownTo([people], failed)).toMatchObject([
      { question: null, parameters: null, withheld: expect.stringContaining('may contain values') },
    ]);
    expect(await shownTo([people], { ...failed, question: null })).toMatchObject([{ parameters: null }]);
  });

  it('is shown as it is where nothing is hidden, and to the person who asked', async () => {
    for (const [hidden, execution] of [
      [[], failed],
      [[people], { ...failed, userId: 1 }],
    ] as const)
      expect(await shownTo(hidden, execution)).toEqual([{ ...execution, withheld: null }]);
  });
});
