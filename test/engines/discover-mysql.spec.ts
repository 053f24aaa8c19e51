import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

const [SHOP, STOCK, HIDDEN] = ['e2e_shop', 'e2e_stock', 'e2e_hidden'] as const;
const ROLE = 'e2e_reader';

whereThereIsAServer('discovering MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let app: TestApp;
  let server: MySqlServer;
  let olivia: LoggedIn;
  let connection: Record<string, unknown>;
  let id: number;
  let serial = 0;

  beforeAll(async () => {
    server = await MySqlServer.connect();
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
  });
  beforeEach(async () => {
    for (const database of [SHOP, STOCK, HIDDEN]) await server.database(database);
    await server.run(`
      USE ${SHOP};
      CREATE TABLE customers (id int PRIMARY KEY, name varchar(100) NOT NULL);
      CREATE TABLE orders (id int PRIMARY KEY, customer_id int, placed date,
        FOREIGN KEY (customer_id) REFERENCES customers (id));
      CREATE TABLE days (y int, what text) PARTITION BY RANGE (y)
        (PARTITION old VALUES LESS THAN (2000), PARTITION rest VALUES LESS THAN MAXVALUE);
      CREATE VIEW names AS SELECT name FROM customers;
      CREATE TABLE ${STOCK}.items (id int PRIMARY KEY);
      CREATE TABLE ${HIDDEN}.secrets (id int PRIMARY KEY)`);
    const role = await server.user(ROLE, `SELECT ON ${SHOP}.*`, `SELECT ON ${STOCK}.*`);
    const { port, username, password } = role;
    connection = { host: role.addresses[0], port, database: SHOP, username, password, ssl: false };
    id = await register();
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
  });

  const register = async (change: object = {}): Promise<number> => {
    const name = `Server ${(serial += 1)}`;
    const body = { organization_id: 1, name, engine: 'mysql', connection: { ...connection, ...change } };
    const answer = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.data.data_source.id;
  };
  const discover = (query = '', of = id): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${of}/discover-schema${query}`, undefined, { token: olivia.accessToken });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const shop = { schema_name: SHOP, tables_count: 3, views_count: 1 };
  const stock = { schema_name: STOCK, tables_count: 1, views_count: 0 };

  it('counts what the role sees: no partition, no system database, none that it has no right to', async () => {
    const { status, body } = await discover();
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ schemas_discovered: [shop, stock], total_tables: 4, total_columns: 9 });
    expect(await server.connectionsOf(ROLE)).toMatchObject({ running: [], transactions: 0 });
  });

  it('answers for one database of the server, and reads that one again alone', async () => {
    expect((await discover(`?schema_name=${STOCK}`)).body.data).toMatchObject({
      schemas_discovered: [stock],
      total_tables: 1,
    });
    expect((await discover()).body.data.total_tables).toBe(4);
    await server.run(`CREATE TABLE ${STOCK}.more (id int); CREATE TABLE ${SHOP}.more (id int)`);
    expect((await discover(`?schema_name=${STOCK}&refresh=true`)).body.data.total_tables).toBe(2);
    expect((await discover()).body.data.total_tables).toBe(5);
    expect((await discover('?refresh=true')).body.data.total_tables).toBe(6);
    for (const missing of [HIDDEN, 'no_such', 'mysql', 'information_schema', "a'`; DROP"])
      expect(outcome(await discover(`?schema_name=${encodeURIComponent(missing)}&refresh=true`))).toEqual([404, 'SCHEMA_NOT_FOUND']);
  });

  it('keeps what was known when the server refuses, and leaves no connection behind', async () => {
    const known = (await discover()).body.data;
    await server.run(`ALTER USER '${ROLE}'@'%' IDENTIFIED BY 'another'; CREATE TABLE ${SHOP}.more (id int)`);
    expect(outcome(await discover('?refresh=true'))).toEqual([502, 'DATA_SOURCE_LOGIN_FAILED']);
    expect((await discover()).body.data).toEqual(known);
    await server.run(`DROP USER '${ROLE}'@'%'`);
    expect(outcome(await discover('?refresh=true'))).toEqual([502, 'DATA_SOURCE_LOGIN_FAILED']);
    expect((await discover()).body.data).toEqual(known);
    await eventually('hung up', async () => (await server.connectionsOf(ROLE)).ids.length === 0);
  });

  it.each<[string, object, string]>([
    ['a wrong password', { password: 'wrong' }, 'DATA_SOURCE_LOGIN_FAILED'],
    ['no password', { password: null }, 'DATA_SOURCE_LOGIN_FAILED'],
    ['an unknown user', { username: "nobody ' --" }, 'DATA_SOURCE_LOGIN_FAILED'],
    ['a port without a server', { port: 1 }, 'DATA_SOURCE_UNREACHABLE'],
    ['a certificate that is not trusted', { ssl: true }, 'DATA_SOURCE_TLS_FAILED'],
  ])('answers 502 to %s', async (_, change, code) => {
    expect(outcome(await discover('', await register(change)))).toEqual([502, code]);
  });

  it('reads the rest when a table is held, keeps that one as it was, names it, and reads it when it is free', async () => {
    await discover();
    const schema = async (): Promise<Answer['body']> =>
      (await app.http.get(`/api/v1/data-sources/${id}/schema`, { token: olivia.accessToken })).body.data;
    const tables = async (...names: string[]): Promise<Answer['body'][]> =>
      (await schema()).tables.filter(({ name }: { name: string }) => names.includes(name));
    const known = await tables('customers', 'names');
    await server.run(`ALTER TABLE ${SHOP}.orders ADD COLUMN note text`);
    const holder = await server.another();
    await holder.query('SET foreign_key_checks = 0');
    const held = holder.query(`CREATE OR REPLACE TABLE ${SHOP}.customers AS SELECT SLEEP(60) AS a`).catch(() => undefined);
    await eventually('the table is held', () => server.runs('CREATE OR REPLACE', SHOP));
    try {
      const { status, body } = await discover('?refresh=true');
      const skipped = ['customers', 'names'].map((name) => ({ schema_name: SHOP, name, reason: 'locked' }));
      expect([status, body.data.skipped_relations]).toEqual([200, skipped]);
      expect(body.data.schemas_discovered).toEqual([shop, stock]);
      expect([await tables('customers', 'names'), (await schema()).skipped_relations]).toEqual([known, skipped]);
      expect((await tables('orders'))[0].columns).toHaveLength(4);
    } finally {
      await server.run(`KILL ${holder.threadId}`);
      await held;
      holder.destroy();
    }
    await server.run(`CREATE OR REPLACE TABLE ${SHOP}.customers (id int PRIMARY KEY, name text, born date)`);
    expect((await discover('?refresh=true')).body.data).not.toHaveProperty('skipped_relations');
    expect((await tables('customers'))[0].columns).toHaveLength(3);
  });

  it('discovers a server on which the role sees nothing', async () => {
    const role = await server.user(ROLE);
    const of = await register({ database: 'information_schema', password: role.password });
    expect((await discover('', of)).body.data).toMatchObject({ schemas_discovered: [], total_tables: 0 });
  });
});
