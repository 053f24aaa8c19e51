import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KNOWN_MIGRATIONS, MIGRATIONS } from '../../src/boot/database.js';
import { FewerIndexes1795783222366 } from '../../migrations/1795783222366-fewer-indexes.js';
import { type Progress, migrate } from '../../src/platform/database/migrate.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

class Widening9999999999991 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations ADD widened int');
    await runner.query('ALTER TABLE users ADD widened int');
    const [{ turns }] = await runner.query(
      `SELECT count(*)::int AS turns FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
    );
    if (turns === 0) throw new Error('What is killed here could go on beside the next one.');
  }
  async down(): Promise<void> {}
}
const known = [...KNOWN_MIGRATIONS, { name: Widening9999999999991.name, fingerprint: 'x', isAdditive: true }];
const PATIENCE = { lockMs: 50, vacuumMs: 50, pauseMs: 1, attempts: 1_000 };
const TURN = 4_712_026_001;

describe('a migration of a table that others use', () => {
  let database: TestDatabase;
  let reader: Client, other: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    [reader, other] = [1, 2].map(() => new Client({ connectionString: database.url, application_name: 'a long report' })) as [
      Client,
      Client,
    ];
    await reader.connect();
    await other.connect();
    // TypeORM prints a failure by itself.
    jest.spyOn(console, 'log').mockReturnValue();
  });
  afterAll(async () => {
    await reader.end();
    await other.end();
    await database.drop();
  });

  const upgrade = (progress: Partial<Progress>, patience = PATIENCE) =>
    migrate(
      database.url,
      [...MIGRATIONS, Widening9999999999991],
      { known, allowsNewer: false },
      { applies: () => undefined, waits: () => undefined, queues: () => undefined, ...progress },
      patience,
    );

  it('gives up in words that say what is in its way, and leaves nothing half done', async () => {
    await reader.query('BEGIN');
    await reader.query('SELECT FROM users LIMIT 1');
    const refusal = await upgrade({}, { ...PATIENCE, attempts: 2 }).catch((error: Error) => error.message);
    expect(refusal).toMatch(/needs a table that others have not let go of.*start again.*process \d+ of "a long report", open for \d+ s/);
    const columns = await other.query(`SELECT FROM information_schema.columns WHERE column_name = 'widened'`);
    expect(columns.rowCount).toBe(0);
  });

  it('waits its turn, and says so, while the server still works for a process that was killed', async () => {
    await other.query('SELECT pg_advisory_lock($1)', [TURN]);
    let turns = 0;
    const queues = () => {
      turns += 1;
      void other.query('SELECT pg_advisory_unlock($1)', [TURN]);
    };
    await expect(upgrade({ queues }, { ...PATIENCE, attempts: 1 })).rejects.toThrow('others have not let go of');
    expect(turns).toBe(1);
  });

  it('lets others read in between, and goes on once the table is free', async () => {
    // Each probe of readiness reads it.
    await reader.query('SELECT FROM schema_migrations LIMIT 1');
    let waits = 0;
    const applied: unknown[] = [];
    const names = await upgrade({
      applies: (migration) => applied.push(migration),
      waits: async () => {
        waits += 1;
        // Whoever comes after the migration would wait behind it for as long as it waited.
        await other.query('SELECT FROM users, schema_migrations LIMIT 1');
        if (waits === 3) await reader.query('COMMIT');
      },
    });
    expect(waits).toBe(3);
    expect(names).toEqual([Widening9999999999991.name]);
    expect(applied.at(-1)).toEqual({ name: Widening9999999999991.name, number: 1, of: 1 });
    const columns = await other.query(`SELECT FROM information_schema.columns WHERE column_name = 'widened'`);
    expect(columns.rowCount).toBe(2);
  });
});

describe('a migration that builds indexes beside requests', () => {
  it('goes on where it was killed, and leaves no index half built', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    let sent = 0;
    /** @param most statements before the process ends */
    const runner = (most = Infinity) =>
      ({
        query: async (sql: string, values?: unknown[]) => {
          if ((sent += 1) > most) throw new Error('Killed.');
          return (await client.query(sql, values)).rows;
        },
      }) as unknown as QueryRunner;
    const indexes = async () => {
      const { rows } = await client.query(
        `SELECT pg_get_indexdef(indexrelid) AS index, indisvalid AND indisready AS whole FROM pg_index
          WHERE indrelid IN ('audit_events'::regclass, 'sessions'::regclass) ORDER BY 1`,
      );
      return rows;
    };
    const migration = new FewerIndexes1795783222366();
    try {
      const wanted = await indexes();
      await migration.down(runner());
      const before = await indexes();
      expect(before).toHaveLength(wanted.length + 3);
      for (let most = 1; ; most += 1) {
        sent = 0;
        const isKilled = await migration.up(runner(most)).then(
          () => false,
          () => true,
        );
        if (!isKilled) break;
        // What a build leaves that is cut short.
        await client.query(`UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('audit_events_of_actor')`);
      }
      expect(await indexes()).toEqual(wanted);
      expect(wanted.every(({ whole }) => whole)).toBe(true);
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
