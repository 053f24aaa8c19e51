import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ResealSession, type SealedColumn, resealEverything } from '../../src/platform/crypto/reseal.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { MasterKeys } from '../../src/platform/crypto/master-keys.js';
import type { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { FACTORS, openedWith, SealedDatabase, sealedBy } from './fixtures/sealed-database.js';

const [oldKey, newKey, lostKey] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const boxOf = (...keys: Buffer[]): AesSecretBox => new AesSecretBox(MasterKeys.of(keys));
const [before, both, after, lost] = [boxOf(oldKey), boxOf(newKey, oldKey), boxOf(newKey), boxOf(lostKey)];
const none = { resealed: 0, alreadyCurrent: 0, unreadable: 0, overtaken: 0, examples: [] };

let database: SealedDatabase;

/** What the command line hands in fits; the compiler is the test. */
export const fits = (real: TypeOrmSession): ResealSession => real;

beforeAll(async () => {
  database = await SealedDatabase.start();
});
afterAll(() => database.stop());
beforeEach(() => database.refill([]));

describe('resealing a column', () => {
  it('seals what is under an older key again and leaves the rest as it is', async () => {
    const current = sealedBy(after, 2);
    await database.insert([
      [1, sealedBy(before, 1)],
      [2, current],
      [3, null],
      [4, sealedBy(before, 4)],
    ]);
    expect(await resealEverything(database.session, both, [FACTORS])).toEqual([
      { ...none, table: 'factors', column: 'secret', resealed: 2, alreadyCurrent: 1 },
    ]);
    const rows = await database.stored();
    expect([rows.get(2), rows.get(3)]).toEqual([current, null]);
    expect([1, 4].map((id) => openedWith(after, id, rows.get(id)))).toEqual(['secret 1', 'secret 4']);
    expect(await resealEverything(database.session, both, [FACTORS])).toMatchObject([{ resealed: 0, alreadyCurrent: 3 }]);
  });

  it.each([0, 1, 499, 500, 501, 1000, 1203])('walks %i rows in batches, each row once, in the order of the key', async (total) => {
    // From minus one: in the order of text, 10 would come before 9, and rows between batches would be lost.
    const ids = Array.from({ length: total }, (_, index) => index - 1);
    await database.insert(ids.map((id) => [id, sealedBy(before, id)] as const).reverse());
    const queries: number[] = [];
    const counting: ResealSession = {
      ...database.session,
      query: async <Row extends object>(sql: string, values: readonly unknown[]) => {
        const rows = await database.session.query<Row>(sql, values);
        queries.push(rows.length);
        return rows;
      },
    };
    expect(await resealEverything(counting, both, [FACTORS])).toMatchObject([{ resealed: total, unreadable: 0, overtaken: 0 }]);
    expect(queries).toHaveLength(Math.floor(total / 500) + 1);
    expect(Math.max(...queries)).toBeLessThanOrEqual(500);
    const rows = await database.stored();
    expect(ids.every((id) => openedWith(after, id, rows.get(id)) === `secret ${id}`)).toBe(true);
  });

  it('counts what it cannot open, says why and where, and goes on', async () => {
    await database.insert([
      [1, sealedBy(before, 1)],
      [2, sealedBy(lost, 2)],
      [3, sealedBy(before, 1)],
      [4, 'not sealed at all'],
      [5, `${sealedBy(after, 5).slice(0, -2)}AA`],
      ...[6, 7, 8].map((id) => [id, sealedBy(lost, id)] as const),
      [9, sealedBy(before, 9)],
    ]);
    const untouched = await database.stored();
    const [count] = await resealEverything(database.session, both, [FACTORS]);
    expect(count).toMatchObject({ resealed: 2, alreadyCurrent: 0, unreadable: 7, overtaken: 0 });
    expect(count?.examples).toHaveLength(5);
    expect(count?.examples[0]).toContain(
      `factors.secret:2 cannot be opened: it is sealed under the unknown key ${MasterKeys.of([lostKey]).currentId}`,
    );
    expect(count?.examples[1]).toContain('factors.secret:3 cannot be opened: it was altered, or moved');
    const rows = await database.stored();
    for (const id of [2, 3, 4, 5, 6, 7, 8]) expect(rows.get(id)).toBe(untouched.get(id));
    expect([1, 9].map((id) => openedWith(after, id, rows.get(id)))).toEqual(['secret 1', 'secret 9']);
  });

  it('lets a writer win that changes, empties or deletes the row between our reading and our writing', async () => {
    await database.insert([1, 2, 3, 4].map((id) => [id, sealedBy(before, id)] as const));
    const theirs = sealedBy(after, 1, 'changed meanwhile');
    const interference: Readonly<Record<string, () => Promise<unknown>>> = {
      1: () => database.pool.query('UPDATE factors SET secret = $1 WHERE id = 1', [theirs]),
      2: () => database.pool.query('UPDATE factors SET secret = NULL WHERE id = 2'),
      3: () => database.pool.query('DELETE FROM factors WHERE id = 3'),
    };
    const contested: ResealSession = {
      ...database.session,
      execute: async (sql, values) => {
        await interference[String(values[1])]?.();
        return database.session.execute(sql, values);
      },
    };
    expect(await resealEverything(contested, both, [FACTORS])).toMatchObject([{ resealed: 1, overtaken: 3, unreadable: 0 }]);
    const rows = await database.stored();
    expect([rows.get(1), rows.get(2), rows.has(3)]).toEqual([theirs, null, false]);
    expect(openedWith(after, 4, rows.get(4))).toBe('secret 4');
  });

  it('waits for a writer that holds the row, and lets it win when it commits', async () => {
    await database.insert([[1, sealedBy(before, 1)]]);
    const theirs = sealedBy(after, 1, 'changed meanwhile');
    const writer = await database.pool.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('UPDATE factors SET secret = $1 WHERE id = 1', [theirs]);
      const resealing = resealEverything(database.session, both, [FACTORS]);
      const deadline = Date.now() + 20_000;
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      while ((await database.pool.query(waiting)).rowCount === 0)
        if (Date.now() > deadline) throw new Error('No session waits for the row.');
      await writer.query('COMMIT');
      expect(await resealing).toMatchObject([{ resealed: 0, overtaken: 1 }]);
    } finally {
      writer.release();
    }
    expect((await database.stored()).get(1)).toBe(theirs);
  });

  it.each([
    ['text', [`it's`, 'a"b', 'Z', 'a:b', 'é', '']],
    ['uuid', ['7f1b0c1e-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001']],
    ['bigint', ['9007199254740993', '9007199254740992', '-1', '10', '9']],
  ])('takes keys of the type %s and any name of a table or column', async (type, keys) => {
    const named: SealedColumn = { table: 'we"ird; Table', key: 'sealed_key', column: 'select "x"' };
    const [table, column] = [`"we""ird; Table"`, `"select ""x"""`];
    const contextOf = (key: string): string => `${named.table}.${named.column}:${key}`;
    await database.pool.query(`DROP TABLE IF EXISTS ${table}`);
    await database.pool.query(`CREATE TABLE ${table} (sealed_key ${type} PRIMARY KEY, ${column} text)`);
    for (const key of keys) {
      await database.pool.query(`INSERT INTO ${table} VALUES ($1, $2)`, [key, before.seal(Buffer.from(key), contextOf(key))]);
    }
    expect(await resealEverything(database.session, both, [FACTORS, named])).toMatchObject([
      { table: 'factors', resealed: 0 },
      { table: named.table, column: named.column, resealed: keys.length, unreadable: 0 },
    ]);
    const { rows } = await database.pool.query<{ key: string; value: string }>(
      `SELECT sealed_key AS key, ${column} AS value FROM ${table}`,
    );
    expect(rows.map(({ key, value }) => after.open(value, contextOf(key)).toString()).sort()).toEqual([...keys].sort());
  });

  it('refuses a key that repeats, instead of missing rows', async () => {
    await database.pool.query('ALTER TABLE factors DROP CONSTRAINT factors_pkey');
    await database.insert([
      [1, sealedBy(before, 1)],
      [1, sealedBy(before, 1)],
    ]);
    await expect(resealEverything(database.session, both, [FACTORS])).rejects.toThrow('factors.id is not a unique key');
  });

  it('waits for the disk at every commit, also where the server is told not to', async () => {
    await database.pool.query(`
      CREATE TABLE IF NOT EXISTS commits (setting text);
      CREATE OR REPLACE FUNCTION note_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO commits VALUES (current_setting('synchronous_commit')); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER UPDATE ON factors DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION note_commit()`);
    await database.insert([
      [1, sealedBy(before, 1)],
      [2, sealedBy(before, 2)],
    ]);
    const { rows } = await database.pool.query(`SELECT current_setting('synchronous_commit') AS setting`);
    expect(rows).toEqual([{ setting: 'off' }]);
    await resealEverything(database.session, both, [FACTORS]);
    expect((await database.pool.query('SELECT setting FROM commits')).rows).toEqual([{ setting: 'on' }, { setting: 'on' }]);
  });

  it('lets an error of the database through, and does not take it for an unreadable value', async () => {
    const missing: SealedColumn = { table: 'nowhere', key: 'id', column: 'secret' };
    await expect(resealEverything(database.session, both, [missing])).rejects.toThrow('nowhere');
    await database.insert([[1, sealedBy(before, 1)]]);
    const lost = { ...database.session, execute: () => Promise.reject(new Error('Connection terminated')) };
    await expect(resealEverything(lost, both, [FACTORS])).rejects.toThrow('Connection terminated');
  });
});
