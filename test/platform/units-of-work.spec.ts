import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Pool, QueryResult, QueryResultRow } from 'pg';
import { type DataSource, EntitySchema, type Repository } from 'typeorm';
import { connect } from '../../src/platform/database/connect.js';
import { type PreparedStatement, TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

interface Note {
  id: number;
  text: string;
}

const noteSchema = new EntitySchema<Note>({
  name: 'notes',
  tableName: 'notes',
  columns: { id: { type: 'integer', primary: true, generated: 'increment' }, text: { type: 'text' } },
});

class ListeningSession extends TypeOrmSession {
  readonly heard: (string | PreparedStatement)[] = [];

  protected override send<Row extends QueryResultRow>(
    statement: string | PreparedStatement,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    this.heard.push(statement);
    return super.send<Row>(statement, values);
  }
}

describe('TypeOrmSession', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: TypeOrmSession;

  beforeAll(async () => {
    database = await createTestDatabase();
    // One connection: what is left open on it, or answers late on it, spoils the next test.
    const settings = { url: database.url, poolSize: 1, patienceMs: 15_000, entities: [noteSchema], migrations: [] };
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
  const noted = async () => (await session.query<{ text: string }>('SELECT text FROM notes ORDER BY id')).map(({ text }) => text);
  const writes: (readonly string[])[] = [];
  const write = async (texts: readonly string[]): Promise<void> => {
    writes.push([...texts]);
    await session.execute('INSERT INTO notes (text) SELECT unnest($1::text[])', [texts]);
  };
  const later = (...texts: string[]) => session.defer(texts, write);

  it('writes once, with its first commit, that work has begun which must not be done again', async () => {
    const course: string[] = [];
    const witness = {
      mark: async () => void (await note('begun')),
      close: async (ended: string) => void (await note(ended)),
    };
    const work = async (): Promise<string> => {
      await noted();
      course.push('read', ...(await noted()));
      await note('alone');
      course.push('written', ...(await noted()));
      await note('alone again');
      await session.run(() => note('unit'));
      return 'ended';
    };
    await session.closing(work, witness);
    expect(course).toEqual(['read', 'written', 'alone', 'begun']);
    expect(await noted()).toEqual(['alone', 'begun', 'alone again', 'unit', 'ended']);
  });

  it('gives no dead connection to the next caller after a commit that died', async () => {
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

  describe('repositories', () => {
    const notes = () => session.repository(noteSchema);

    it('stand in the open unit of work and go with it', async () => {
      const failed = session.run(async () => {
        await notes().insert({ text: 'from a repository' });
        await note('by hand');
        expect(await notes().countBy({ text: 'from a repository' })).toBe(1);
        throw new Error('thought better of it');
      });
      await expect(failed).rejects.toThrow('thought better of it');
      expect(await noted()).toEqual([]);
      await session.run(() => notes().insert({ text: 'kept' }));
      expect(await noted()).toEqual(['kept']);
    });

    it('begin with their first statement and commit with what was put off, on the one connection there is', async () => {
      const { master } = dataSource.driver as unknown as { readonly master: Pool };
      const client = await master.connect();
      const query = jest.spyOn(client, 'query');
      client.release();
      await session.run(async () => {
        await notes().update({ text: 'nobody' }, { text: 'somebody' });
        await later('behind');
      });
      const sent = query.mock.calls.map(([statement]: unknown[]) =>
        typeof statement === 'string' ? statement : (statement as PreparedStatement).text.slice(0, 6),
      );
      query.mockRestore();
      expect(sent).toEqual(['BEGIN', 'UPDATE', 'INSERT', 'COMMIT']);
      expect(await noted()).toEqual(['behind']);
    });

    it('claim no transaction where none is open, and open none of their own', async () => {
      const locked = () => notes().findOne({ where: { text: 'kept' }, lock: { mode: 'pessimistic_write' } });
      await expect(locked()).rejects.toThrow('An open transaction is required for pessimistic lock.');
      await expect(session.run(locked)).resolves.toBeNull();
      const beside = notes() as Repository<Note>;
      await expect(beside.save({ text: 'kept' })).rejects.toThrow('Only a unit of work opens a transaction.');
      expect(await noted()).toEqual([]);
    });

    it('name each text once, but for pages, whose limits stand in it', async () => {
      const listening = new ListeningSession(dataSource);
      const heard = listening.repository(noteSchema);
      for (const text of ['a', 'b']) await heard.findOneBy({ text });
      await heard.find({ order: { id: 'ASC' }, take: 20 });
      const [first, second, page] = listening.heard;
      expect(first).toEqual({ name: expect.stringMatching(/^typeorm_/), text: expect.stringContaining('LIMIT 1') });
      expect(second).toEqual(first);
      expect(page).toEqual(expect.stringContaining('LIMIT 20'));
    });
  });
});
