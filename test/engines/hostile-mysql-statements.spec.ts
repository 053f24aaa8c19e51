import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUSINESS_TABLES } from '../fixtures/statements/business-tables.js';
import { MYSQL_HOSTILE } from '../fixtures/statements/mysql-hostile.js';
import { SHARED_HONEST } from '../fixtures/statements/shared-honest.js';
import type { Answer } from '../support/http-client.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const whereThereIsAServer = MYSQL_URL === undefined ? describe.skip : describe;

const [DATABASE, ROLE] = ['hostile_sales', 'hostile_reader'] as const;

whereThereIsAServer('statements that would do harm to MySQL or MariaDB (needs TEST_MYSQL_URL)', () => {
  let app: TestApp;
  let server: MySqlServer;
  let olivia: LoggedIn;
  let id: number;

  beforeAll(async () => {
    server = await MySqlServer.connect();
    await server.database(DATABASE);
    await server.run(`USE ${DATABASE}; ${BUSINESS_TABLES.join('; ')}`);
    // A role that could do all of it there: what keeps it from that is not the source.
    const role = await server.user(ROLE, `ALL ON ${DATABASE}.*`, 'FILE ON *.*');
    const { port, username, password } = role;
    const connection = { host: role.addresses[0], port, database: DATABASE, username, password, ssl: false };
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    olivia = await logIn(app.http, 'olivia');
    const token = olivia.accessToken;
    const body = { organization_id: 1, name: 'Sales', engine: 'mysql', connection };
    id = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source.id;
    expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token })).status).toBe(200);
    await server.run(`SET GLOBAL log_output = 'TABLE'; SET GLOBAL general_log = ON`);
  });
  afterAll(async () => {
    await app?.close();
    await server?.run(`SET GLOBAL general_log = OFF; TRUNCATE mysql.general_log`);
    await server?.stop();
  });

  const query = (sql: string): Promise<Answer> => app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, { token: olivia.accessToken });
  /** What the role that connects has sent, by the log of the server. */
  const heard = async (): Promise<string[]> => {
    const [rows] = await server.admin.query(
      `SELECT CONVERT(argument USING utf8mb4) AS argument FROM mysql.general_log
        WHERE user_host LIKE '%${ROLE}%' OR argument LIKE '${ROLE}@%'`,
    );
    return (rows as { argument: string }[]).map(({ argument }) => argument);
  };
  const state = async (): Promise<unknown> => {
    const [rows] = await server.admin.query(`CHECKSUM TABLE ${DATABASE}.customers, ${DATABASE}.orders`);
    const [tables] = await server.admin.query(
      `SELECT table_schema, table_name FROM information_schema.tables WHERE table_schema = '${DATABASE}' ORDER BY 1, 2`,
    );
    return [rows, tables];
  };

  it('are refused, and the source does not even hear of them', async () => {
    const before = await state();
    expect(MYSQL_HOSTILE.length).toBeGreaterThanOrEqual(40);
    for (const [, sql] of MYSQL_HOSTILE) {
      const { status, body } = await query(sql);
      expect([sql.slice(0, 200), status, body.code]).toEqual([sql.slice(0, 200), 422, 'QUERY_REJECTED']);
    }
    expect(await heard()).toEqual([]);
    expect(await state()).toEqual(before);
  });

  it('are missed in a log that does hear of the others', async () => {
    for (const sql of SHARED_HONEST) expect([sql, (await query(sql)).status]).toEqual([sql, 200]);
    const sent = await heard();
    expect(sent.filter((argument) => argument.includes(DATABASE)).length).toBeGreaterThanOrEqual(SHARED_HONEST.length);
  });
});
