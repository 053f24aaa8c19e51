import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WatchedPool } from '../../src/platform/database/watched-pool.js';
import { StuckPool } from '../../src/platform/health/stuck-pool.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { eventually } from './fixtures/eventually.js';

const DEADLINES = { statementMs: 1_000, answerMs: 600_000, connectMs: 5_000 };
const LONG_AGO = -10_000_000;

describe('a pool of which nothing comes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is not taken for stuck any more once it was heard, also when it rests later', async () => {
    const answers = [Promise.reject(new Error('timeout exceeded when trying to connect'))];
    const pool = { heardAt: LONG_AGO, query: () => answers.pop() ?? new Promise(() => undefined) };
    const stuckPool = new StuckPool(pool as unknown as WatchedPool, database.url, DEADLINES);
    await eventually('it is called stuck', () => stuckPool.check());
    pool.heardAt = performance.now();
    expect(stuckPool.check()).toBe(false);
    pool.heardAt = LONG_AGO;
    expect(stuckPool.check()).toBe(false);
  });
});
