import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HashKeys } from '../../src/abac/application/ports/hash-keys.js';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import { MYSQL_URL, MySqlServer } from '../support/mysql-server.js';
import { ScriptedModel, proposing, saying } from '../support/scripted-model.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** Stands in all that is hidden, and in nothing else. */
const MARK = 'zq7hidden';
const [DATABASE, ROLE] = ['hidden_values', 'hidden_values_reader'] as const;
const ENGINES = ['sqlite', 'duckdb', ...(MYSQL_URL === undefined ? [] : (['mysql'] as const))] as const;
type Engine = (typeof ENGINES)[number];

const TABLES = [
  `CREATE TABLE emp (id integer PRIMARY KEY, region varchar(40), note varchar(60), card varchar(60), ${MARK}_col varchar(60),
    told varchar(60) GENERATED ALWAYS AS (lower(${MARK}_col)) VIRTUAL, head varchar(60) GENERATED ALWAYS AS (coalesce(substr(card, 1, 9), told)) VIRTUAL)`,
  `INSERT INTO emp (id, region, note, card, ${MARK}_col) VALUES (1, 'EU', 'seen', '${MARK}_card_1', '${MARK}_cell'), (2, 'US', '${MARK}_row', '${MARK}_card_2', '${MARK}_cell')`,
  `CREATE TABLE ${MARK}_rel (id integer PRIMARY KEY, note varchar(60))`,
  `INSERT INTO ${MARK}_rel VALUES (1, '${MARK}_value')`,
  'CREATE VIEW notes AS SELECT note FROM emp',
];
const DUCKDB = `import { DuckDBInstance } from '@duckdb/node-api';
  const [file, list] = process.argv.slice(1);
  const connection = await (await DuckDBInstance.create(file)).connect();
  for (const statement of JSON.parse(list)) await connection.run(statement);
  connection.closeSync();`;

/** Statements that run, fail in the source, or are refused; what an engine says of them could quote what is hidden. */
const STATEMENTS = [
  'SELECT * FROM emp',
  'SELECT e.* FROM emp AS e ORDER BY card, note',
  'SELECT max(card) AS most, min(note) AS least FROM emp',
  'SELECT (SELECT max(card) FROM emp) AS most, CASE WHEN id IN (SELECT id FROM emp) THEN card END AS own FROM emp',
  'SELECT CAST(note AS decimal(3, 1)) AS number FROM emp',
  'SELECT CAST(card AS date) AS day FROM emp WHERE CAST(note AS date) IS NULL',
  'SELECT 1 / (length(note) - 4) AS part FROM emp',
  'SELECT abs(-9223372036854775808 - length(note)) AS large FROM emp',
  `SELECT json_extract(note, '$.x') AS part FROM emp`,
  `SELECT json_extract(card, '$.x') AS part FROM emp`,
  'SELECT nothing FROM emp',
  'SELECT emp.nothing FROM emp',
  'SELECT card FROM nothing',
  'SELECT card FROM emp WHERE',
  'SELECT evil(card) FROM emp',
  'SELECT count(*) OVER (PARTITION BY nothing) AS n FROM emp',
  'SELECT note FROM emp GROUP BY card HAVING note > 1',
  'SELECT (SELECT id FROM emp UNION ALL SELECT id FROM emp) AS two',
  'SELECT note FROM emp UNION SELECT card, id FROM emp',
  'SELECT * FROM notes',
  'EXPLAIN SELECT card FROM emp',
  'EXPLAIN QUERY PLAN SELECT card FROM emp',
  'EXPLAIN ANALYZE SELECT card FROM emp',
  'SHOW WARNINGS',
  'SHOW CREATE TABLE emp',
  'DESCRIBE emp',
  'SELECT sql FROM sqlite_schema',
  'SELECT * FROM duckdb_columns()',
  'SELECT * FROM information_schema.columns',
  'SELECT * FROM performance_schema.events_statements_history',
  'SELECT rowid FROM emp',
  `SELECT regexp_replace(note, '(', 'x') AS broken FROM emp`,
];

describe.each(ENGINES)('what data policies hide of a source of %s', (engine: Engine) => {
  let app: TestApp;
  let model: ScriptedModel;
  let directory: string;
  let server: MySqlServer | undefined;
  let mia: LoggedIn;
  let source: string;
  let secrets: readonly string[];
  let logged: number;

  const untold = (text: string): void => {
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret);
  };
  const make = async (file: string): Promise<object> => {
    if (engine === 'mysql') {
      server = await MySqlServer.connect();
      await server.database(DATABASE);
      await server.run(`USE ${DATABASE}; ${TABLES.join('; ')}`);
      const { addresses, port, username, password } = await server.user(ROLE, `SELECT ON ${DATABASE}.*`);
      return { host: addresses[0], port, database: DATABASE, username, password, ssl: false };
    }
    if (engine === 'duckdb') execFileSync(process.execPath, ['--input-type=module', '--eval', DUCKDB, file, JSON.stringify(TABLES)]);
    else {
      const { oo1, capi } = await startSqlite(64);
      const database = new oo1.DB(':memory:');
      for (const sql of TABLES) database.exec(sql);
      writeFileSync(file, capi.sqlite3_js_db_export(database));
      database.close();
    }
    return { file: 'hidden.db' };
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'hidden-'));
    mkdirSync(join(directory, '1'));
    const connection = await make(join(directory, '1', 'hidden.db'));
    model = await ScriptedModel.start();
    const environment = { ...model.environment, DATA_SOURCE_FILES_DIR: directory, LOG_LEVEL: 'trace' };
    app = await startTestApp({ environment });
    await app.dataSource.query('DELETE FROM mfa_factors');
    const olivia = await logIn(app.http, 'olivia');
    mia = await logIn(app.http, 'mia');
    const token = olivia.accessToken;
    const body = { organization_id: 1, name: 'Hidden', engine, connection };
    const { id } = (await app.http.post('/api/v1/data-sources', body, { token })).body.data.data_source;
    source = `/api/v1/data-sources/${id}`;
    const found = await app.http.post(`${source}/discover-schema`, undefined, { token });
    expect([found.status, found.text]).toEqual([200, expect.stringContaining('discovered')]);
    const schema = engine === 'mysql' ? DATABASE : 'main';
    const emp = { schema, relation: 'emp' };
    const rules = [
      { kind: 'relation', schema, relation: `${MARK}_rel` },
      { kind: 'column', ...emp, column: `${MARK}_col`, effect: 'deny' },
      { kind: 'column', ...emp, column: 'card', effect: 'hash' },
      { kind: 'rows', ...emp, where: { column: 'region', operator: 'in', values: ['EU', `${MARK}_filter`] } },
    ];
    const policies = '/api/v1/sso/abac/data-policies';
    const policy = {
      organization_id: 1,
      data_source_id: id,
      name: 'Hidden',
      rules,
      applies_when: 'principal.roles.contains("editor")',
    };
    const made = await app.http.post(policies, policy, { token });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const active = `${policies}/${made.body.data.data_policy.id}/activate`;
    expect((await app.http.post(active, undefined, { token, headers: { 'If-Match': '"1"' } })).status).toBe(200);
    const key = Buffer.from(await app.app.get(HashKeys, { strict: false }).of(1, 'column card'), 'hex');
    const blocks = [0x00, 0x36, 0x5c].map((pad) => Buffer.from(key.map((byte) => byte ^ pad)).toString('hex'));
    secrets = [MARK, ...blocks];
    logged = app.log.length;
  });
  afterAll(async () => {
    await app?.close();
    await model?.stop();
    await server?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(STATEMENTS)('is not told by a statement, its check, nor to the model that mends it: %s', async (sql) => {
    const { accessToken: token } = mia;
    const answer = await app.http.post(`${source}/query`, { sql }, { token });
    untold(answer.text);
    untold((await app.http.post(`${source}/query/validate`, { sql }, { token })).text);
    model.play(proposing(sql), proposing('SELECT id AS number FROM emp'), saying('{"sentence": "Done.", "chart": null}'));
    const asked = await app.http.post(`${source}/ask`, { question: 'What is there?' }, { token });
    expect(asked.status).toBe(200);
    untold(asked.text);
    untold(JSON.stringify(model.asked));
    expect([200, 422]).toContain(answer.status);
  });

  it('is not told by the schema, the history, nor the log', async () => {
    const { accessToken: token } = mia;
    for (const path of ['schema?limit=100', 'schema/context', 'schema/export', 'query-executions?limit=100'])
      untold((await app.http.get(`${source}/${path}`, { token })).text);
    expect(app.log.length).toBeGreaterThan(logged);
    untold(app.log.slice(logged).join(''));
  });

  it('is hidden and not absent: the visible part is shown', async () => {
    const { accessToken: token } = mia;
    const { body } = await app.http.post(`${source}/query`, { sql: 'SELECT * FROM emp' }, { token });
    expect(body.data.rows).toEqual([[1, 'EU', 'seen', expect.stringMatching(/^[0-9a-f]{32}$/)]]);
  });

  it.each(['SELECT avg(card) AS mean FROM emp', 'SELECT id FROM emp AS e WHERE e.card > 60'])(
    'is not computed with where a mask stands for it: %s',
    async (sql) => {
      const { status, body } = await app.http.post(`${source}/query`, { sql }, { token: mia.accessToken });
      expect([status, body.violations]).toEqual([
        422,
        [
          {
            rule: 'restricted_relation',
            position: sql.indexOf('card'),
            message: expect.stringContaining('card is masked'),
          },
        ],
      ]);
    },
  );

  it('is told of in the schema and its context: which columns are masked, and what they are now', async () => {
    const { accessToken: token } = mia;
    const { tables } = (await app.http.get(`${source}/schema?limit=100`, { token })).body.data;
    const { columns } = tables.find(({ name }: { name: string }) => name === 'emp');
    const told = columns.map(({ name, type, masked }: Record<string, string>) => [name, type?.toLowerCase(), masked]);
    const text = engine === 'duckdb' ? 'varchar' : 'text';
    expect(told.slice(2)).toEqual([
      ['note', expect.stringContaining('varchar'), null],
      ['card', text, 'hash'],
    ]);
    for (const format of ['ddl', 'mschema']) {
      const { body } = await app.http.get(`${source}/schema/context?format=${format}`, { token });
      expect(body.data.text).toMatch(/card.*masked: a hash/);
    }
  });
});
