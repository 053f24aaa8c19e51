import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** Rows that are written stay locked until the statement ends, so there are as many as are written in this time. */
const BATCH_MS = 50;
const FIRST_BATCH = 500;
const LARGEST_BATCH = 20_000;
/** Others had locks on the rows, for too long or in another order. */
const IN_THE_WAY = ['55P03', '40P01'];
const ATTEMPTS = 20;

interface Filling {
  readonly table: string;
  /** Its primary key: one column, a number. */
  readonly key: string;
  /** What stands after SET; the table is `t`. Doing it twice makes no difference. */
  readonly set: string;
  /** Which rows need it; the table is `t`. */
  readonly where: string;
}

/**
 * Changes rows of a large table beside the requests that go on, in a migration with `transaction = false`: some at a time, then a rest for
 * as long as that took. A run that was cut short goes on where it was. Rows that are written after it passed have to be right by themselves,
 * by a DEFAULT or because whoever reads them knows both.
 * @param name of the migration
 */
export async function inBatches(
  queryRunner: QueryRunner,
  name: string,
  { table, key, set, where }: Filling,
): Promise<void> {
  await queryRunner.query(
    'CREATE TABLE IF NOT EXISTS migration_batches (name text PRIMARY KEY, after bigint NOT NULL)',
  );
  await queryRunner.query(`INSERT INTO migration_batches VALUES ($1, '-9223372036854775808') ON CONFLICT DO NOTHING`, [
    name,
  ]);
  const statement = `
    WITH batch AS MATERIALIZED (
      SELECT ${key} AS key FROM ${table} WHERE ${key} > (SELECT after FROM migration_batches WHERE name = $1) ORDER BY ${key} LIMIT $2),
    changed AS (UPDATE ${table} t SET ${set} FROM batch WHERE t.${key} = batch.key AND (${where})),
    passed AS (UPDATE migration_batches SET after = (SELECT max(key) FROM batch) WHERE name = $1 AND EXISTS (SELECT FROM batch))
    SELECT count(*)::int AS rows FROM batch`;
  for (let size = FIRST_BATCH; ;) {
    const begun = performance.now();
    const [batch] = await again(() => queryRunner.query(statement, [name, size]) as Promise<{ rows: number }[]>);
    if (batch === undefined || batch.rows === 0) break;
    const ms = performance.now() - begun;
    size = Math.round(Math.min(LARGEST_BATCH, Math.max(1, size * Math.min(2, BATCH_MS / ms))));
    await sleep(ms);
  }
  await queryRunner.query('DROP TABLE migration_batches');
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !IN_THE_WAY.includes((error as { code?: string }).code ?? '')) throw error;
      await sleep(BATCH_MS);
    }
  }
}
