import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { connect } from '../../src/platform/database/connect.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

describe('TypeOrmSession', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: TypeOrmSession;

  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection: what is left open on it, or answers late on it, spoils the next test.
    const settings = { url: database.url, poolSize: 1, patienceMs: 15_000, entities: [], migrations: [] };
    dataSource = await connect({ ...settings, onPoolError: () => undefined });
    session = new TypeOrmSession(dataSource);
    await session.execute('CREATE TABLE notes (id integer GENERATED ALWAYS AS IDENTITY, text text NOT NULL UNIQUE)');
  });
  beforeEach(() => session.execute('DELETE FROM notes'));
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const note = (text: string) => session.execute('INSERT INTO notes (text) VALUES ($1)', [text]);
  const noted = async () =>
    (await session.query<{ text: string }>('SELECT text FROM notes ORDER BY id')).map(({ text }) => text);
  const writes: (readonly string[])[] = [];
  const write = async (texts: readonly string[]): Promise<void> => {
    writes.push([...texts]);
    await session.execute('INSERT INTO notes (text) SELECT unnest($1::text[])', [texts]);
  };
  const later = (...texts: string[]) => session.defer(texts, write);

  it('gives no dead connection to whoever comes after a commit that died', async () => {
    await session.execute(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$`);
    await session.execute(`CREATE CONSTRAINT TRIGGER die AFTER INSERT ON notes DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION die()`);
    await expect(session.run(() => later('never'))).rejects.toThrow();
    await session.execute('DROP TRIGGER die ON notes');
    expect(await noted()).toEqual([]);
  });

  it('keeps nothing of work that fails, whether at its first statement, later, or behind all of them', async () => {
    await expect(session.run(() => session.query('SELECT 1 / 0'))).rejects.toThrow('division by zero');
    await expect(
      session.run(async () => {
        await note('first');
        await session.query('SELECT 1 / 0');
      }),
    ).rejects.toThrow('division by zero');
    await expect(
      session.run(async () => {
        await note('first');
        throw new Error('thought better of it');
      }),
    ).rejects.toThrow('thought better of it');
    expect(await noted()).toEqual([]);
  });

  it('keeps nothing when what was put off cannot be written, although COMMIT was sent with it', async () => {
    await expect(
      session.run(async () => {
        await note('same');
        await later('same');
      }),
    ).rejects.toThrow('duplicate key');
    expect(await noted()).toEqual([]);
    await session.run(() => note('next'));
    expect(await noted()).toEqual(['next']);
  });

  it('writes what nested units of work put off by one statement behind everything else, in its order', async () => {
    writes.length = 0;
    await session.run(async () => {
      await later('a');
      await session.run(() => later('b', 'c'));
      await session.together(() => later('d'));
      await note('now');
    });
    expect(await noted()).toEqual(['now', 'a', 'b', 'c', 'd']);
    expect(writes).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('writes nothing of what was put off by work that fails, and at once what is put off by none', async () => {
    const failed = session.run(async () => {
      await later('lost');
      throw new Error('thought better of it');
    });
    await expect(failed).rejects.toThrow('thought better of it');
    await later('kept');
    expect(await noted()).toEqual(['kept']);
  });

  it('commits work that only puts off, and asks for no connection for work without a statement', async () => {
    await session.run(() => later('alone'));
    await session.run(async () => undefined);
    expect(await noted()).toEqual(['alone']);
  });

  it('commits nothing of common work once a part of it has failed, even if that was let pass', async () => {
    const common = session.together(async () => {
      await note('before');
      await session.run(() => Promise.reject(new Error('a part failed'))).catch(() => undefined);
      await later('after');
    });
    await expect(common).rejects.toThrow('a part failed');
    expect(await noted()).toEqual([]);
  });

  it('refuses a statement that comes when its unit of work is over, for it would stand outside of it', async () => {
    let late: (() => Promise<number>) | undefined;
    await session.run(async () => {
      await note('in time');
      const { AsyncResource } = await import('node:async_hooks');
      late = AsyncResource.bind(() => note('too late'));
    });
    await expect(late?.()).rejects.toThrow('The transaction is over');
    expect(await noted()).toEqual(['in time']);
  });

  it('keeps its unit of work apart from one of another session within it', async () => {
    const settings = { url: database.url, poolSize: 1, patienceMs: 15_000, entities: [], migrations: [] };
    const elsewhere = await connect({ ...settings, onPoolError: () => undefined });
    const other = new TypeOrmSession(elsewhere);
    await session.run(async () => {
      await note('ours');
      const failed = other.run(async () => {
        expect(await other.query('SELECT text FROM notes')).toEqual([]);
        await other.execute(`INSERT INTO notes (text) VALUES ('theirs')`);
        await note('ours, from within theirs');
        throw new Error('theirs failed');
      });
      await expect(failed).rejects.toThrow('theirs failed');
      expect(await noted()).toEqual(['ours', 'ours, from within theirs']);
    });
    await elsewhere.destroy();
    expect(await noted()).toEqual(['ours', 'ours, from within theirs']);
  });
});
