import { beforeEach, describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/fixed-clock.js';
import type { Moment } from '../../data-sources/application/enter-data-source.js';
import { CurrentDataPolicies } from './current-data-policies.js';
import type { Conditions } from './ports/conditions.js';
import type { DataPoliciesKept } from './ports/data-policies-kept.js';

describe('the data policies in force', () => {
  const clock = new FixedClock(new Date('2026-11-20T09:00:00Z'));
  let epoch: number | null;
  /** What was asked of the database. */
  let asked: string[];
  let current: CurrentDataPolicies;
  beforeEach(() => {
    [epoch, asked] = [5, []];
    const kept: Pick<DataPoliciesKept, 'epochOf' | 'load'> = {
      epochOf: async () => {
        asked.push('epoch');
        return epoch;
      },
      load: async () => {
        asked.push('policies');
        return epoch === null ? null : { epoch, active: [], sources: new Map(), bytes: 1 };
      },
    };
    const conditions = { install: () => ({}), remove: () => undefined } as unknown as Conditions;
    current = new CurrentDataPolicies(kept as DataPoliciesKept, conditions, clock);
  });

  const entered = (dataPolicies: number | null): Moment => ({ at: clock.now(), schema: null, dataPolicies });
  const inForce = async (moment?: Moment) => (await current.of(1, moment))?.epoch ?? null;

  it('are those of the moment in which a source was entered, and nothing more is asked', async () => {
    expect([await inForce(entered(5)), await inForce(entered(5)), await inForce(entered(null))]).toEqual([5, 5, null]);
    expect(asked).toEqual(['policies']);
  });

  it('are loaded anew for a request that has entered after a change', async () => {
    await inForce(entered(5));
    epoch = 6;
    expect([await inForce(entered(6)), asked]).toEqual([6, ['policies', 'policies']]);
  });

  it('are those of now for a request that has entered long ago, or nowhere', async () => {
    const before = entered(5);
    await inForce(before);
    epoch = 6;
    clock.advance({ seconds: 2 });
    expect([await inForce(before), await inForce()]).toEqual([6, 6]);
    epoch = null;
    expect([await inForce(before), await inForce()]).toEqual([null, null]);
  });

  it('are refused while what is loaded is older than what was entered with', async () => {
    await expect(inForce(entered(6))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
