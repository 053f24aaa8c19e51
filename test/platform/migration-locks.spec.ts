import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KNOWN_MIGRATIONS, MIGRATIONS } from '../../src/boot/database.js';
import { type Progress, migrate } from '../../src/platform/database/migrate.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

class Widening9999999999991 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE organizations ADD widened int');
    await runner.query('ALTER TABLE users ADD widened int');
  }
  async down(): Promise<void> {}
}
const known = [...KNOWN_MIGRATIONS, { name: Widening9999999999991.name, fingerprint: 'x', isAdditive: true }];
const PATIENCE = { lockMs: 50, pauseMs: 1, attempts: 1_000 };

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
      { applies: () => undefined, waits: () => undefined, ...progress },
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

  it('lets others read in between, and goes on once the table is free', async () => {
    let waits = 0;
    const applied: unknown[] = [];
    const names = await upgrade({
      applies: (migration) => applied.push(migration),
      waits: async () => {
        waits += 1;
        // Whoever comes after the migration would wait behind it for as long as it waited.
        await other.query('SELECT FROM users LIMIT 1');
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
