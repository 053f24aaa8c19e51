import { describe, expect, it } from '@jest/globals';
import type { OpenSchema } from '../../catalog/application/open-schema.js';
import type { Scope } from '../../catalog/application/open-schema.js';
import { Faults } from '../../shared/ports/faults.js';
import { SchemaIndexes } from './ports/schema-indexes.js';
import { PrepareRanking } from './prepare-ranking.js';

describe('the preparation of rankings', () => {
  it('makes none that still waits for its turn when the instance ends', async () => {
    const made: number[] = [];
    let [begin, release] = [() => {}, () => {}];
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const held = new Promise<void>((resolve) => (release = resolve));
    class HeldIndexes extends SchemaIndexes {
      async of({ dataSourceId }: Scope) {
        made.push(dataSourceId);
        begin();
        await held;
        return [];
      }
    }
    class NoFaults extends Faults {
      report(error: unknown): never {
        throw error;
      }
    }
    const openSchema = {
      execute: async (dataSourceId: number) => ({ scope: { dataSourceId, contentIds: [] } }),
    } as unknown as OpenSchema;
    const prepare = new PrepareRanking(openSchema, new HeldIndexes(), new NoFaults());
    let isOver = false;
    const all = [1, 2, 3].map((id) => prepare.execute(id, () => isOver));
    await begun;
    isOver = true;
    release();
    await Promise.all(all);
    expect(made).toEqual([1]);
  });
});
