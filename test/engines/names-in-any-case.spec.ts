import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MySqlServer } from '../support/mysql-server.js';
import { HAS_MARIADB, OwnMariaDb } from '../support/own-mariadb.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const whereItIsInstalled = HAS_MARIADB ? describe : describe.skip;

whereItIsInstalled('a server that means the same by names in any case (lower_case_table_names = 1)', () => {
  let own: OwnMariaDb;
  let server: MySqlServer;
  let app: TestApp;
  let run: (sql: string) => Promise<unknown>;

  beforeAll(async () => {
    [own, app] = await Promise.all([OwnMariaDb.start('--lower-case-table-names=1'), startTestApp({})]);
    server = await MySqlServer.connect(own.url);
    const database = await server.database('Shop');
    await server.run(`USE ${database};
      CREATE TABLE Orders (Id int PRIMARY KEY, Total int); INSERT INTO Orders VALUES (1, 20), (2, 30);
      CREATE TABLE \`Ähnliche\` (Id int); CREATE VIEW Large AS SELECT O.Id FROM Shop.Orders AS O WHERE O.Total > 20`);
    const { addresses, port, username, password } = await server.user('reader', 'SELECT ON shop.*');
    const token = (await logIn(app.http, 'olivia')).accessToken;
    const connection = { host: addresses[0], port, database, username, password, ssl: false };
    const body = { organization_id: 1, name: 'Names in any case', engine: 'mysql', connection };
    const { id } = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
    run = async (sql) => {
      const { body: answer } = await app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token });
      return answer.data?.rows ?? answer.violations?.[0].message ?? answer;
    };
  });
  afterAll(async () => {
    await app.close();
    await server.stop();
    await own.stop();
  });

  it.each([
    'SELECT Total FROM Orders WHERE Id = 1',
    'SELECT ORDERS.Total FROM orders WHERE Id = 1',
    'SELECT o.Total FROM SHOP.ORDERS AS O WHERE o.Id = 1',
    'SELECT SHOP.Orders.Total FROM Shop.ORDERS WHERE Id = 1',
    'WITH Sums AS (SELECT 20 AS Total) SELECT Total FROM SUMS',
    'WITH `É` AS (SELECT 20 AS Total) SELECT Total FROM `é`',
    'SELECT 20 FROM LARGE',
    'SELECT count(*) + 20 FROM `ähnliche`',
    'SELECT count(*) + 20 FROM `ÄHNLICHE`',
  ])('runs %s', async (sql) => {
    const [plain] = (await server.admin.query({ sql: `USE Shop; ${sql}`, rowsAsArray: true })) as unknown as [unknown[]];
    expect(plain[1]).toEqual([[20]]);
    expect(await run(sql)).toEqual([[20]]);
  });

  it('does not know other names, and the guard proposes the nearest one', async () => {
    expect(await run('SELECT * FROM Ordres')).toBe(
      'The discovered schema has no relation Ordres. The nearest is orders. Check the name, or discover the schema again.',
    );
    expect(await run('WITH T AS (SELECT 1), t AS (SELECT 2) SELECT * FROM t')).toContain('already has this name');
  });
});
