import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { QueryRunner } from 'typeorm';
import { inBatches } from '../../migrations/in-batches.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

const ROWS = 3_000;
const FILLING = { table: 'filled', key: 'id', set: 'doubled = t.id * 2, times = t.times + 1', where: 't.doubled IS NULL' };

describe('rows that a migration changes in batches', () => {
  let database: TestDatabase;
  let client: Client, other: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    other = new Client({ connectionString: database.url });
    await client.connect();
    await other.connect();
    await client.query(`SET lock_timeout = '20ms'`);
  });
  afterAll(async () => {
    await client.end();
    await other.end();
    await database.drop();
  });
  beforeEach(async () => {
    await client.query(
      `DROP TABLE IF EXISTS filled; CREATE TABLE filled (id bigint PRIMARY KEY, doubled bigint, times int NOT NULL DEFAULT 0);
       INSERT INTO filled SELECT n * 3 - 100 FROM generate_series(1, ${ROWS}) n`,
    );
  });

  const batches: string[] = [];
  /** @param before is called with how many batches were sent */
  const runner = (before: (sent: number) => unknown = () => undefined): QueryRunner =>
    ({
      query: async (sql: string, values?: unknown[]) => {
        if (sql.includes('WITH batch')) await before(batches.push(sql));
        return (await client.query(sql, values)).rows;
      },
    }) as unknown as QueryRunner;
  const fill = (before?: (sent: number) => unknown): Promise<void> => {
    batches.length = 0;
    return inBatches(runner(before), 'Filled1', FILLING);
  };
  const filled = async () =>
    (await client.query(`SELECT count(*)::int AS rows, max(times) AS times FROM filled WHERE doubled = id * 2`)).rows[0];
  const leftOver = async () => (await client.query(`SELECT FROM pg_class WHERE relname = 'migration_batches'`)).rowCount;

  it('are all changed once, in more than one batch', async () => {
    await fill();
    expect(await filled()).toEqual({ rows: ROWS, times: 1 });
    expect(batches.length).toBeGreaterThan(2);
    expect(await leftOver()).toBe(0);
  });

  it('go on where a run was cut short', async () => {
    const cut = fill((sent) => {
      if (sent === 3) throw new Error('Killed.');
    });
    await expect(cut).rejects.toThrow('Killed.');
    const { rows } = await filled();
    expect(rows).toBeGreaterThan(500);
    expect(rows).toBeLessThan(ROWS);
    // Who is set back is not visited again.
    await client.query('UPDATE filled SET doubled = NULL WHERE id = (SELECT min(id) FROM filled)');
    await fill();
    expect(await filled()).toEqual({ rows: ROWS - 1, times: 1 });
    expect(await leftOver()).toBe(0);
  });

  it('wait for what others change, and change it then', async () => {
    await other.query('BEGIN; UPDATE filled SET times = 0 WHERE id = (SELECT max(id) FROM filled)');
    const misses: number[] = [];
    await fill(async (sent) => {
      const { rowCount } = await client.query('SELECT FROM filled WHERE doubled IS NULL');
      if (rowCount !== null && rowCount > 0 && sent > 12) await other.query('COMMIT');
      misses.push(sent);
    });
    expect(misses.length).toBeGreaterThan(12);
    expect(await filled()).toEqual({ rows: ROWS, times: 1 });
  });
});
