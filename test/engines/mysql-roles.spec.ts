import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mySqlReader } from '../../src/engines/catalog-reader/mysql/mysql-reader.js';
import type { OpenSource } from '../../src/engines/catalog-reader/source-reader.js';
import { opened, readSchema } from '../contracts/source-reader.contract.js';
import { target } from '../support/mysql-fixtures.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { eventually } from '../platform/fixtures/eventually.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

whereThereIsAServer('roles, faults and traces at MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let server: MySqlServer;
  let made = 0;

  beforeAll(async () => {
    server = await MySqlServer.connect();
  });
  afterAll(() => server.stop());

  /** A database of its own with a role that has these rights in it. */
  async function shop(ddl: string, ...rights: readonly string[]) {
    made += 1;
    const schema = await server.database(`roles_${made}`);
    await server.run(`USE ${schema}; ${ddl}`);
    const username = `role_${made}`;
    const grants = rights.map((right) => (right.includes(' ON ') ? right.replace(' ON ', ` ON ${schema}.`) : `${right} ON ${schema}.*`));
    return { schema, username, source: target(await server.user(username, ...grants)) };
  }

  const SHOP = `
    CREATE TABLE parents (id int PRIMARY KEY, secret int);
    CREATE TABLE children (id int PRIMARY KEY, parent int, age int CHECK (age > 0), UNIQUE KEY age (age),
      CONSTRAINT belongs FOREIGN KEY (parent) REFERENCES parents (id) ON DELETE CASCADE);
    CREATE VIEW grown AS SELECT id FROM children WHERE age > 17;`;

  it('reads keys, foreign keys and checks for a role that may only select', async () => {
    const { schema, source } = await shop(SHOP, 'SELECT');
    const { relations } = await opened(mySqlReader, source, (open) => readSchema(open, schema));
    expect(relations.get('children')).toMatchObject({
      readable: true,
      primaryKey: { columns: ['id'] },
      uniqueKeys: [{ columns: ['age'] }],
      foreignKeys: [{ name: 'belongs', columns: ['parent'], target: { schema, relation: 'parents', columns: ['id'] } }],
      checks: [{ name: 'age' }],
    });
    expect(relations.get('grown')).toMatchObject({ kind: 'view', readable: true, definition: null });
  });

  it('reads what a foreign key does, and the body of a view, for a role that may see views', async () => {
    const { schema, source } = await shop(SHOP, 'SELECT, SHOW VIEW');
    const { relations } = await opened(mySqlReader, source, (open) => readSchema(open, schema));
    expect(relations.get('children')?.foreignKeys).toMatchObject([{ onDelete: 'cascade', onUpdate: 'restrict' }]);
    expect(relations.get('grown')?.definition).toMatch(/17/);
  });

  it('says of each column whether the role may select it', async () => {
    const { schema, source } = await shop(SHOP, 'SELECT (id), INSERT (id, secret) ON parents', 'INSERT ON children');
    const { relations } = await opened(mySqlReader, source, (open) => readSchema(open, schema));
    expect(relations.get('parents')?.readable).toBe(true);
    expect(relations.get('parents')?.columns.map(({ name, readable }) => [name, readable])).toEqual([
      ['id', true],
      ['secret', false],
    ]);
    expect(relations.get('children')?.readable).toBe(false);
    expect([...relations.keys()]).not.toContain('grown');
  });

  it('finds nothing for a role without rights', async () => {
    const { source } = await shop(SHOP);
    expect(await opened(mySqlReader, source, (open) => open.schemas(null))).toEqual([]);
  });

  it('changes the fingerprint with rights, enum labels, foreign keys, checks and views, and not with rows', async () => {
    const { schema, username, source } = await shop(
      `${SHOP} CREATE TABLE kinds (kind enum('a'), id int AUTO_INCREMENT PRIMARY KEY)`,
      'SELECT, SHOW VIEW',
    );
    const fingerprint = () =>
      opened(mySqlReader, source, async (open) => (await open.schemas(schema)).map((found) => found.fingerprint)[0]);
    const seen = [await fingerprint()];
    await server.run(
      `INSERT INTO kinds (kind) VALUES ('a'), ('a'); ANALYZE TABLE kinds, parents, children; ALTER TABLE kinds AUTO_INCREMENT = 900`,
    );
    expect(await fingerprint()).toBe(seen[0]);
    expect(await opened(mySqlReader, source, async (open) => (await open.schemas(null)).map((found) => found.fingerprint))).toEqual(seen);
    for (const change of [
      "ALTER TABLE kinds MODIFY kind enum('a', 'b')",
      'ALTER TABLE kinds MODIFY id int AUTO_INCREMENT COMMENT "counts"',
      'ALTER TABLE kinds ADD COLUMN parent int',
      'ALTER TABLE kinds ADD CONSTRAINT has FOREIGN KEY (parent) REFERENCES parents (id)',
      'ALTER TABLE kinds DROP FOREIGN KEY has',
      'ALTER TABLE kinds ADD CONSTRAINT has FOREIGN KEY (parent) REFERENCES parents (id) ON DELETE CASCADE',
      'ALTER TABLE kinds ADD CONSTRAINT positive CHECK (parent > 0)',
      'CREATE OR REPLACE VIEW grown AS SELECT id FROM children WHERE age > 18',
      'ALTER TABLE parents ALTER secret SET DEFAULT 4',
      'ALTER TABLE parents PARTITION BY HASH (id) PARTITIONS 2',
      `GRANT INSERT (secret) ON ${schema}.parents TO '${username}'`,
      `ALTER DATABASE ${schema} COMMENT 'a shop'`,
    ]) {
      if (change.includes('PARTITION')) await server.run('CREATE TABLE free (id int)');
      await server.run(change.replace('TABLE parents PARTITION', 'TABLE free PARTITION'));
      const now = await fingerprint();
      expect([change, seen.includes(now)]).toEqual([change, false]);
      seen.push(now);
    }
  });

  it('leaves no lock on a table, even while the source is open', async () => {
    const { schema, source } = await shop(SHOP, 'SELECT');
    await opened(mySqlReader, source, async (open) => {
      await readSchema(open, schema);
      await server.run('SET lock_wait_timeout = 1; ALTER TABLE children ADD COLUMN later int; DROP TABLE children');
    });
  });

  it('leaves out a table that was dropped between two statements', async () => {
    const ddl = Array.from({ length: 501 }, (_, number) => `CREATE TABLE t${String(number).padStart(3, '0')} (id int) ENGINE=Aria`);
    const { schema, source } = await shop(ddl.join(';'), 'SELECT');
    await opened(mySqlReader, source, async (open) => {
      const reading = open.relations(schema)[Symbol.asyncIterator]();
      expect((await reading.next()).value).toHaveLength(500);
      await server.run('DROP TABLE t500');
      expect(await reading.next()).toEqual({ done: true, value: undefined });
    });
  });

  it('reads in a transaction that can only read, and ends it', async () => {
    const { username, schema, source } = await shop(SHOP, 'SELECT');
    const open = await mySqlReader.open(source, 15_000);
    await readSchema(open, schema);
    expect((await server.connectionsOf(username)).ids).toHaveLength(1);
    await open.close();
    await eventually('the connection is gone', async () => (await server.connectionsOf(username)).ids.length === 0);
  });

  it.each([
    ['when it looks at the schemas', true],
    ['and it finds out while it reads', false],
  ])('leaves out a locked table, and its views, %s', async (_, looksFirst) => {
    const { schema, source } = await shop(SHOP, 'SELECT, SHOW VIEW');
    const holder = await server.another();
    const holding = holder.query(`CREATE OR REPLACE TABLE ${schema}.children AS SELECT SLEEP(60) AS a`);
    const held = holding.catch(() => undefined);
    await eventually('the table is held', () => server.runs('CREATE OR REPLACE', schema));
    try {
      await opened(mySqlReader, source, async (open) => {
        const fingerprint = async () => (await open.schemas(schema))[0]?.fingerprint;
        if (looksFirst) expect(await fingerprint()).not.toBe(await fingerprint());
        const locked: string[] = [];
        const read: string[] = [];
        for await (const batch of open.relations(schema, (name) => locked.push(name))) read.push(...batch.map(({ name }) => name));
        expect([locked, read]).toEqual([['children', 'grown'], ['parents']]);
      });
    } finally {
      await server.run(`KILL ${holder.threadId}`);
      await held;
      holder.destroy();
    }
  });

  describe('while a statement waits', () => {
    /** `CREATE TABLE … SELECT` holds the new table for as long as it runs, and each session that looks at it waits. */
    async function blocked<T>(
      use: (open: Promise<OpenSource>, running: () => Promise<boolean>, username: string, schema: string) => Promise<T>,
      timeoutMs: number,
    ): Promise<T> {
      const { schema, username, source } = await shop('DO 0', 'SELECT');
      const blocker = await server.another();
      const blocking = blocker.query(`CREATE TABLE ${schema}.slow AS SELECT SLEEP(60) AS a`).catch(() => undefined);
      await eventually('the table is held', () => server.runs('CREATE TABLE', schema));
      try {
        return await use(
          mySqlReader.open(source, timeoutMs),
          async () => (await server.connectionsOf(username)).running.some((sql) => /information_schema\.tables/.test(sql)),
          username,
          schema,
        );
      } finally {
        await server.run(`KILL ${blocker.threadId}`);
        await blocking;
        blocker.destroy();
      }
    }

    it('ends it at the time limit', async () => {
      const error: unknown = await blocked(async (opening, _running, _username, schema) => {
        const open = await opening;
        try {
          await readSchema(open, schema);
          return 'it did not wait';
        } catch (reason) {
          return reason;
        } finally {
          await open.close();
        }
      }, 500);
      expect(mySqlReader.faultOf(error)).toBe('TIMEOUT');
    });

    it('ends it when the source is closed, and leaves no transaction', async () => {
      await blocked(async (opening, running, username, schema) => {
        const open = await opening;
        const reading = readSchema(open, schema).then(
          () => 'it did not wait',
          (reason: unknown) => mySqlReader.faultOf(reason),
        );
        await eventually('it waits', running);
        await open.close();
        const left = await server.connectionsOf(username);
        expect([left.transactions, left.running]).toEqual([0, []]);
        expect(await reading).toBe('TIMEOUT');
        await expect(open.schemas(null)).rejects.toThrow();
        await eventually('the connection is gone', async () => (await server.connectionsOf(username)).ids.length === 0);
      }, 15_000);
    });

    it('calls a source lost that ends the connection', async () => {
      const fault = await blocked(async (opening, running, username, schema) => {
        const open = await opening;
        const reading = readSchema(open, schema).then(
          () => 'it did not wait',
          (reason: unknown) => mySqlReader.faultOf(reason),
        );
        await eventually('it waits', running);
        for (const id of (await server.connectionsOf(username)).ids) await server.run(`KILL CONNECTION ${id}`);
        const result = await reading;
        await open.close();
        return result;
      }, 15_000);
      expect(fault).toBe('LOST');
    });
  });

  it('calls a source lost that ended the connection between two statements', async () => {
    const { username, source } = await shop(SHOP, 'SELECT');
    const open = await mySqlReader.open(source, 15_000);
    for (const id of (await server.connectionsOf(username)).ids) await server.run(`KILL CONNECTION ${id}`);
    const fault = await open.schemas(null).catch((error: unknown) => mySqlReader.faultOf(error));
    expect(fault).toBe('LOST');
    await open.close();
  });

  it('trusts a certificate by authority and by name, each as far as the mode says', async () => {
    const { source } = await shop(SHOP, 'SELECT');
    const ca = server.authority;
    for (const [name, mode, authority] of [
      ['mysql.test', 'verify-full', ca],
      ['other.test', 'verify-ca', ca],
      ['other.test', 'require', null],
    ] as const) {
      const open = await mySqlReader.open(target(source.server, { name, tls: { mode, ca: authority } }), 15_000);
      expect(open.serverVersion).toMatch(/\d/);
      await open.close();
    }
  });

  it('refuses a login without TLS if the account demands it', async () => {
    const { username, source } = await shop(SHOP, 'SELECT');
    await server.run(`ALTER USER '${username}'@'%' REQUIRE SSL`);
    await expect(mySqlReader.open(source, 15_000)).rejects.toThrow();
    const open = await mySqlReader.open(target(source.server, { tls: { mode: 'require', ca: null } }), 15_000);
    await open.close();
  });

  it('tries the next address when there is no server at the first', async () => {
    const { source } = await shop(SHOP, 'SELECT');
    const open = await mySqlReader.open(target(source.server, { addresses: ['127.0.0.9', '127.0.0.1'] }), 15_000);
    await open.close();
  });
});
