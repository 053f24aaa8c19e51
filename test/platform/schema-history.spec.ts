import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { KNOWN_MIGRATIONS, MIGRATIONS } from '../../src/boot/database.js';
import { migrate } from '../../src/platform/database/migrate.js';
import type { KnownMigration } from '../../src/platform/database/schema-history.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const FIRST = KNOWN_MIGRATIONS[0]?.name ?? '';
const NEWER = `INSERT INTO schema_migrations (timestamp, name, fingerprint, applied_by, is_additive)
  VALUES (9999999999999, 'Later9999999999999', 'x', '9.9.9', $1)`;
const execute = promisify(execFile);

describe('what was applied to a database', () => {
  let version: string;
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    ({ version } = JSON.parse(await readFile('package.json', 'utf8')));
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const start = (allowsNewer = false) =>
    migrate(database.url, MIGRATIONS, { known: KNOWN_MIGRATIONS, allowsNewer }).then(
      () => 'started',
      (error: Error) => error.message,
    );
  const rows = async () =>
    (await client.query('SELECT name, fingerprint, applied_by, is_additive FROM schema_migrations ORDER BY id')).rows;
  const put = async (sql: string, values: unknown[] = []) => void (await client.query(sql, values));

  it('is written down with the fingerprint of each, and the version that applied it', async () => {
    const expected = KNOWN_MIGRATIONS.map(({ name, fingerprint }) => ({
      name,
      fingerprint,
      applied_by: version,
      is_additive: true,
    }));
    expect(expected.every(({ fingerprint }) => /^[0-9a-f]{64}$/.test(fingerprint ?? ''))).toBe(true);
    expect(await rows()).toEqual(expected);
  });

  it('is completed where the database is older than fingerprints', async () => {
    const before = await rows();
    await put('ALTER TABLE schema_migrations DROP fingerprint, DROP applied_by, DROP is_additive');
    expect(await start()).toBe('started');
    expect(await rows()).toEqual(before);
  });

  it('refuses the start of an older version in plain words, and lets it start for a roll-back where a newer one only added', async () => {
    await put(NEWER, [true]);
    expect(await start()).toMatch(/made by Headgate 9\.9\.9, this is Headgate \d.*Start that version.*ALLOW_NEWER_DATABASE/);
    expect(await start(true)).toBe('started');
    await put(`UPDATE schema_migrations SET applied_by = $1 WHERE name LIKE 'Later%'`, [version]);
    expect(await start()).toMatch(/made by a newer build of Headgate \d\S* than this one: Later9999999999999/);
    await put(`UPDATE schema_migrations SET applied_by = '9.9.9' WHERE name LIKE 'Later%'`);
    await put(`UPDATE schema_migrations SET is_additive = false WHERE name LIKE 'Later%'`);
    const refused = await start(true);
    expect(refused).toMatch(/made by Headgate 9\.9\.9.*restore the backup/);
    expect(refused).not.toContain('ALLOW_NEWER_DATABASE');
    await put(`DELETE FROM schema_migrations WHERE name LIKE 'Later%'`);
  });

  it('refuses every version that has another text of a migration', async () => {
    const { fingerprint } = KNOWN_MIGRATIONS[0] ?? {};
    await put('UPDATE schema_migrations SET fingerprint = $1, applied_by = $2 WHERE name = $3', ['x', '0.0.9', FIRST]);
    expect(await start(true)).toMatch(new RegExp(`made by Headgate 0\\.0\\.9 with another text of ${FIRST}`));
    await put('UPDATE schema_migrations SET fingerprint = $1 WHERE name = $2', [fingerprint, FIRST]);
    expect(await start()).toBe('started');
  });

  it('is written down also of those before one that fails', async () => {
    class Breaking9999999999998 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('SELECT 1');
      }
      async down(): Promise<void> {}
    }
    let duringTheNext: unknown;
    class Failing9999999999999 extends Breaking9999999999998 {
      override async up(): Promise<void> {
        // What stays if the process is killed here.
        duringTheNext = (await rows()).at(-1);
        throw new Error('It fails.');
      }
    }
    const known = [
      ...KNOWN_MIGRATIONS,
      { name: Breaking9999999999998.name, fingerprint: 'x', isAdditive: false },
      { name: Failing9999999999999.name, fingerprint: 'y', isAdditive: true },
    ];
    const newer = [...MIGRATIONS, Breaking9999999999998, Failing9999999999999];
    // TypeORM prints a failure by itself.
    const print = jest.spyOn(console, 'log').mockReturnValue();
    await expect(migrate(database.url, newer, { known, allowsNewer: false })).rejects.toThrow('It fails.');
    print.mockRestore();
    expect(duringTheNext).toMatchObject({ name: Breaking9999999999998.name, fingerprint: null, is_additive: false });
    expect(await start(true)).toMatch(/Breaking9999999999998 was applied.*restore the backup/);
    await put('DELETE FROM schema_migrations WHERE name = $1', [Breaking9999999999998.name]);
  });

  it('does not keep one from running that another branch has begun earlier and merged later', async () => {
    class Earlier9999999999997 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('SELECT 1');
      }
      async down(): Promise<void> {}
    }
    class Later9999999999998 extends Earlier9999999999997 {}
    const [earlier, later] = [Earlier9999999999997, Later9999999999998].map(({ name }) => ({
      name,
      fingerprint: 'x',
      isAdditive: true,
    })) as [KnownMigration, KnownMigration];
    const startWith = (migrations: (typeof Earlier9999999999997)[], known: KnownMigration[]) =>
      migrate(database.url, [...MIGRATIONS, ...migrations], {
        known: [...KNOWN_MIGRATIONS, ...known],
        allowsNewer: false,
      });
    expect(await startWith([Later9999999999998], [later])).toEqual([later.name]);
    const both = [Earlier9999999999997, Later9999999999998];
    expect(await startWith(both, [earlier, later])).toEqual([earlier.name]);
    expect(await startWith(both, [earlier, later])).toEqual([]);
    const expected = [later, earlier].map(({ name }) => ({ name, fingerprint: 'x', is_additive: true }));
    expect((await rows()).slice(-2)).toMatchObject(expected);
    await put('DELETE FROM schema_migrations WHERE name = ANY($1)', [[earlier.name, later.name]]);
  });

  describe('while an instance runs on it', () => {
    let app: TestApp;
    beforeAll(async () => {
      app = await startTestApp({ database });
    });
    afterAll(() => app.close());
    const ready = async () => (await app.http.get('/health/ready')).status;

    it('keeps it ready as long as a newer version only adds', async () => {
      await put(NEWER, [true]);
      expect(await ready()).toBe(200);
      await put(`UPDATE schema_migrations SET is_additive = false WHERE name LIKE 'Later%'`);
      expect(await ready()).toBe(503);
      await put(`DELETE FROM schema_migrations WHERE name LIKE 'Later%'`);
      expect(await ready()).toBe(200);
    });

    it('makes it unready by another text of a migration', async () => {
      await put(`UPDATE schema_migrations SET fingerprint = 'x' WHERE name = $1`, [FIRST]);
      expect(await ready()).toBe(503);
    });
  });
});

describe('a migration', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headgate-migrations-'));
    await cp('migrations', folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const check = (where: string): Promise<string> =>
    execute(process.execPath, ['scripts/freeze-migrations.mjs', '--check', where]).then(
      () => '',
      ({ stderr }: { stderr: string }) => stderr,
    );

  it('never changes: write a new one instead', async () => {
    expect(await check('migrations')).toBe('');
  });

  it.each([
    ['1763600000002-outbox.ts', 'Outbox1763600000002'],
    ['reference/email-keys.ts', 'CanonicalEmailKeys1763600000029'],
  ])('that was changed in %s is found', async (file, name) => {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    await writeFile(path, `${text}// Changed.\n`);
    expect(await check(folder)).toMatch(new RegExp(`${name} was changed.*write a new migration`));
    await writeFile(path, text);
    expect(await check(folder)).toBe('');
  });

  it('has the time as its number, and is on the list from the beginning', async () => {
    const before = Date.now();
    await execute(process.execPath, ['scripts/new-migration.mjs', 'notes-of-a-test', folder]);
    const made = (await readdir(folder)).find((file) => file.endsWith('-notes-of-a-test.ts')) ?? '';
    const [, number = ''] = /^(\d{13})-/.exec(made) ?? [];
    expect(Number(number)).toBeGreaterThanOrEqual(before);
    expect(await check(folder)).toBe(
      `NotesOfATest${number} is not in migrations/fingerprints.ts: run node scripts/freeze-migrations.mjs.\n`,
    );
    await execute(process.execPath, ['scripts/freeze-migrations.mjs', folder]);
    expect(await check(folder)).toBe('');
    await copyFile(join(folder, made), join(folder, `${number}-other-notes.ts`));
    expect(await check(folder)).toContain('have one number: give the newer one the time of now');
    await rm(join(folder, `${number}-other-notes.ts`));
  });

  it.each(['all.ts', 'fingerprints.ts'])('of two branches that both wrote %s is kept by freezing again', async (file) => {
    const path = join(folder, file);
    const text = await readFile(path, 'utf8');
    const [last = ''] = text.match(/^ {2}\w+.*,$/gm)?.slice(-1) ?? [];
    await writeFile(path, text.replace(last, `<<<<<<< ours\n${last}\n=======\n>>>>>>> theirs`));
    await execute(process.execPath, ['scripts/freeze-migrations.mjs', folder]);
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});
