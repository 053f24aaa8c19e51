import { describe, expect, it } from '@jest/globals';
import type { CurrentSchema } from '../../catalog/application/current-schema.js';
import type { Entries } from './ports/entries.js';
import type { StatementJudge } from './statement-judge.js';
import { RecheckKnowledge } from './recheck-knowledge.js';

describe('judging knowledge again', () => {
  it('goes on with the other sources when the engine of one is away, and says at the end that it failed', async () => {
    const marked: unknown[] = [];
    const entries = {
      sources: () => Promise.resolve([1, 2]),
      judgedBefore: (dataSourceId: number) => Promise.resolve([{ id: dataSourceId, kind: 'verified_pair', sql: 'SELECT 1' }]),
      mark: ({ id }: { id: number }, { state }: { state: string }) => Promise.resolve(void marked.push([id, state])),
    } as unknown as Entries;
    const currentSchema = {
      execute: (id: number) => Promise.resolve({ source: { id }, snapshotId: 7 }),
    } as unknown as CurrentSchema;
    const judge = {
      refusalOf: ({ id }: { id: number }) => (id === 1 ? Promise.reject(new Error('The engine is not available.')) : Promise.resolve(null)),
    } as unknown as StatementJudge;
    await expect(new RecheckKnowledge(entries, currentSchema, judge).execute()).rejects.toThrow(/1 failed.*engine is not available/);
    expect(marked).toEqual([[2, 'stale']]);
  });
});
