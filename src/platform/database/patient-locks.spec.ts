import { describe, expect, it } from '@jest/globals';
import { withPatience } from './patient-locks.js';

const PATIENCE = { lockMs: 100, vacuumMs: 1_500, pauseMs: 0, attempts: 41 };
const IN_USE = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });

describe('a migration that waits for a table', () => {
  it.each([
    [false, []],
    [true, [20, 40]],
  ])('waits for longer now and then while a vacuum works: %s', async (isVacuuming, longer) => {
    const waits: number[] = [];
    const ask = (sql: string): Promise<never[]> => Promise.resolve((sql.includes('vacuum') ? [{ isVacuuming }] : []) as never[]);
    const work = (lockMs: number): Promise<void> => {
      waits.push(lockMs);
      return Promise.reject(IN_USE);
    };
    await expect(withPatience(PATIENCE, ask, work, () => undefined)).rejects.toThrow('Let the transactions end');
    expect(waits).toHaveLength(41);
    expect(waits.flatMap((ms, index) => (ms === 1_500 ? [index + 1] : []))).toEqual(longer);
  });
});
