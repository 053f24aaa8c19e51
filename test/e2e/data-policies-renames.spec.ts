import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startSqlite } from '../../src/platform/sqlite/sqlite-engine.js';
import type { Answer } from '../support/http-client.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/sso/abac/data-policies';
const STAFF = { schema: 'public', relation: 'staff' };
const ADMINS = 'principal.roles.contains("admin")';
const NO_SALARY = { kind: 'column', ...STAFF, column: 'salary', effect: 'deny' };
const EU_ONLY = { kind: 'rows', ...STAFF, where: { column: 'region', operator: '=', value: 'EU' } };

describe('data policies and tags, when the source renames what they name', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let directory: string;
  let olivia: LoggedIn, adam: LoggedIn;
  let shop: number, file: number;

  const as = ({ accessToken: token }: LoggedIn, tag?: string) => ({
    token,
    ...(tag !== undefined && { headers: { 'If-Match': tag } }),
  });
  const discover = async (id = shop): Promise<void> => {
    const path = `/api/v1/data-sources/${id}/discover-schema?refresh=true`;
    const { status, text } = await app.http.post(path, undefined, as(olivia));
    expect([status, text]).toEqual([200, expect.anything()]);
  };
  const publish = async (rules: object[], dataSource: number | null = shop): Promise<number> => {
    const body = {
      organization_id: 1,
      data_source_id: dataSource,
      name: `${Math.random()}`,
      applies_when: ADMINS,
      rules,
    };
    const made = await app.http.post(PATH, body, as(olivia));
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const { id } = made.body.data.data_policy;
    expect((await app.http.post(`${PATH}/${id}/activate`, undefined, as(olivia, '"1"'))).status).toBe(200);
    return id;
  };
  const read = async (policy: number) => (await app.http.get(`${PATH}/${policy}`, as(adam))).body.data.data_policy;
  const run = (sql: string, who: LoggedIn, id = shop): Promise<Answer> =>
    app.http.post(`/api/v1/data-sources/${id}/query`, { sql }, as(who));
  const rows = async (sql: string, who: LoggedIn, id = shop): Promise<unknown> => {
    const { status, body } = await run(sql, who, id);
    return status === 200 ? body.data.rows : (body.violations?.[0]?.rule ?? body.code);
  };
  const alter = (...statements: string[]): Promise<unknown> => source.run(statements.join(';'));
  const tag = (place: object, state: string, id = shop, who = olivia) =>
    app.http.put(`/api/v1/data-sources/${id}/tags`, { ...place, state }, as(who));
  const tables = async (...statements: string[]): Promise<void> => {
    const { oo1, capi } = await startSqlite(64);
    const database = new oo1.DB(':memory:');
    for (const sql of statements) database.exec(sql);
    writeFileSync(join(directory, '1', 'staff.db'), capi.sqlite3_js_db_export(database));
    database.close();
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'renames-'));
    mkdirSync(join(directory, '1'));
    app = await startTestApp({ environment: { DATA_SOURCE_FILES_DIR: directory } });
    [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    source = await SourceDatabase.create('CREATE SCHEMA hr');
    await alter(`GRANT USAGE ON SCHEMA hr TO ${source.role}`, `ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ${source.role}`);
    await tables('CREATE TABLE staff (id integer PRIMARY KEY, salary integer)');
    const register = async (name: string, engine: string, connection: object): Promise<number> => {
      const body = { organization_id: 1, name, engine, connection };
      const { body: made } = await app.http.post('/api/v1/data-sources', body, as(olivia));
      return made.data.data_source.id;
    };
    shop = await register('Shop', 'postgresql', source.connection());
    file = await register('File', 'sqlite', { file: 'staff.db' });
  });
  afterAll(async () => {
    await app.close();
    await source.drop();
    rmSync(directory, { recursive: true });
  });
  beforeEach(async () => {
    await alter(
      'CREATE TABLE staff (id int PRIMARY KEY, region text, mail text, salary int)',
      `INSERT INTO staff VALUES (1, 'EU', 'ada@x.org', 4711), (2, 'US', 'bob@x.org', 4712)`,
    );
    await discover();
  });
  afterEach(async () => {
    for (const table of ['data_policies', 'column_tags', 'reviewed_relations', 'former_names'])
      await app.dataSource.query(`DELETE FROM ${table}`);
    await alter('DROP SCHEMA hr CASCADE', 'DROP SCHEMA public CASCADE', 'CREATE SCHEMA hr', 'CREATE SCHEMA public');
    await alter(`GRANT USAGE ON SCHEMA hr, public TO ${source.role}`);
  });

  it('go along with a table that is renamed, moved, and whose columns are renamed, at once with the discovery', async () => {
    const policy = await publish([NO_SALARY, EU_ONLY, { kind: 'tag', tag: 'email', effect: 'null' }]);
    await tag({ ...STAFF, column: 'mail', tag: 'email' }, 'confirmed');
    expect((await run('SELECT salary FROM staff', adam)).body.code).toBe('QUERY_FAILED');
    await alter(
      'ALTER TABLE staff RENAME COLUMN salary TO pay',
      'ALTER TABLE staff RENAME COLUMN region TO area',
      'ALTER TABLE staff RENAME COLUMN mail TO address',
      'ALTER TABLE staff RENAME TO people',
      'ALTER TABLE people SET SCHEMA hr',
    );
    await discover();
    expect(await rows('SELECT * FROM hr.people', adam)).toEqual([[1, 'EU', null]]);
    expect(await rows('SELECT pay FROM hr.people', adam)).toBe('QUERY_FAILED');
    expect(await rows('SELECT count(pay) FROM hr.people', olivia)).toEqual([[2]]);
    const at = { schema: 'hr', relation: 'people' };
    const { rules, outdated, version } = await read(policy);
    expect(rules.slice(0, 2)).toEqual([
      { ...NO_SALARY, ...at, column: 'pay' },
      { ...EU_ONLY, ...at, where: { ...EU_ONLY.where, column: 'area' } },
    ]);
    expect([outdated, version]).toEqual([[], 3]);
    const { body: listed } = await app.http.get(`/api/v1/data-sources/${shop}/tags`, as(adam));
    expect(listed.data.tags).toEqual([{ ...at, column: 'address', tag: 'email', state: 'confirmed', orphan: false }]);
    const [row] = await app.dataSource.query(
      `SELECT detail FROM audit_events WHERE action = 'abac.names_followed' ORDER BY id DESC LIMIT 1`,
    );
    expect(row.detail).toMatchObject({ data_policies: [String(policy)], tags: 1 });
    expect(row.detail.renamed).toContain('public.staff.salary -> hr.people.pay');
    // Their old names are not shown to those who may not know the new ones.
    const history = await app.http.get(`/api/v1/data-sources/${shop}/query-executions`, as(adam));
    expect(history.body.data.query_executions.at(-1)).toMatchObject({ sql: null, withheld: expect.anything() });
    expect(history.text).not.toContain('salary');
    const diff = await app.http.get(`/api/v1/data-sources/${shop}/schema/diff`, as(adam));
    expect([diff.status, diff.text.includes('salary'), diff.text.includes('pay')]).toEqual([200, false, false]);
  });

  it('hold for a table and for the one that takes its name', async () => {
    const policy = await publish([NO_SALARY]);
    await alter('CREATE TABLE staff_new (LIKE staff)');
    await discover();
    await alter('ALTER TABLE staff RENAME TO staff_old', 'ALTER TABLE staff_new RENAME TO staff');
    await discover();
    for (const name of ['staff', 'staff_old'])
      expect([name, await rows(`SELECT salary FROM ${name}`, adam)]).toEqual([name, 'QUERY_FAILED']);
    expect((await read(policy)).rules).toHaveLength(2);
    // The discovery of what has not changed changes nothing.
    await discover();
    expect((await read(policy)).rules).toHaveLength(2);
    await alter('ALTER TABLE staff RENAME COLUMN salary TO pay', 'ALTER TABLE staff ADD COLUMN salary int');
    await discover();
    const schema = await app.http.get(`/api/v1/data-sources/${shop}/schema`, as(adam));
    expect([schema.text.includes('pay'), schema.text.includes('salary')]).toEqual([false, false]);
  });

  it('find a table again whose old schema was discovered long before its new one', async () => {
    await publish([NO_SALARY]);
    await alter('ALTER TABLE staff SET SCHEMA hr');
    const one = async (schema: string): Promise<void> => {
      const path = `/api/v1/data-sources/${shop}/discover-schema?refresh=true&schema_name=${schema}`;
      expect((await app.http.post(path, undefined, as(olivia))).status).toBe(200);
    };
    await one('public');
    await alter('CREATE TABLE other (id int)');
    await one('public');
    await one('hr');
    expect(await rows('SELECT salary FROM hr.staff', adam)).toBe('QUERY_FAILED');
  });

  it('leave a relation hidden of which a column is gone, and name it to administrators', async () => {
    const policy = await publish([NO_SALARY]);
    await alter('ALTER TABLE staff DROP COLUMN salary');
    await discover();
    expect(await rows('SELECT id FROM staff', adam)).toBe('unknown_relation');
    expect((await read(policy)).outdated).toEqual([
      { field: expect.stringMatching(/^rules/), message: expect.stringContaining('has no column salary') },
    ]);
    await alter('DROP TABLE staff');
    await discover();
    const { body } = await app.http.get(`${PATH}?organization_id=1`, as(adam));
    expect(body.data.data_policies[0]).toMatchObject({ outdated: [{}], hidden_until_reviewed: [] });
  });

  it('are not lost, and nothing waits for ever, when people change them during discoveries', async () => {
    const policy = await publish([NO_SALARY]);
    await alter('ALTER TABLE staff RENAME COLUMN salary TO pay');
    const edits = Array.from({ length: 10 }, async (_, at) => {
      const body = { name: `Edit ${at}`, data_source_id: shop, applies_when: ADMINS, rules: [NO_SALARY] };
      return (await app.http.put(`${PATH}/${policy}`, body, as(olivia, '"2"'))).status;
    });
    const place = { ...STAFF, column: 'mail', tag: 'email' };
    const tags = Array.from({ length: 10 }, async () => (await tag(place, 'set')).status);
    const [changed, tagged] = await Promise.all([Promise.all(edits), Promise.all(tags), discover(), discover()]);
    for (const status of [...changed, ...tagged]) expect([200, 400, 404, 412]).toContain(status);
    await discover();
    expect((await read(policy)).rules).toEqual([{ ...NO_SALARY, column: 'pay' }]);
    expect(await rows('SELECT pay FROM staff', adam)).toBe('QUERY_FAILED');
  });

  describe('that were checked before a discovery renamed what they name', () => {
    const other = { ...NO_SALARY, column: 'region' };
    const content = (rules: object[]) => ({
      name: `${Math.random()}`,
      data_source_id: shop,
      applies_when: ADMINS,
      rules,
    });
    const make = (rules: object[]) => app.http.post(PATH, { organization_id: 1, ...content(rules) }, as(olivia));
    const waiting = (count: number): Promise<void> =>
      eventually(`${count} wait for a lock`, async () => {
        const sql = `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await app.dataSource.query(sql))[0].waiting === count;
      });
    /** The discovery has locked what it follows, and waits to write its snapshot; the requests come meanwhile. */
    const during = async (...requests: (() => Promise<Answer>)[]): Promise<number[]> => {
      const runner = app.dataSource.createQueryRunner();
      await runner.startTransaction();
      await runner.query('LOCK TABLE schema_snapshot_parts IN EXCLUSIVE MODE');
      const discovered = discover();
      const answers: Promise<Answer>[] = [];
      try {
        await waiting(1);
        answers.push(...requests.map((send) => send()));
        await waiting(1 + requests.length);
      } finally {
        await runner.commitTransaction();
        await runner.release();
        await discovered;
      }
      return (await Promise.all(answers)).map(({ status }) => status);
    };

    it('are refused when they are made, changed and activated', async () => {
      const [changed, draft] = [await publish([other]), (await make([NO_SALARY])).body.data.data_policy.id];
      await alter('ALTER TABLE staff DROP COLUMN salary', 'ALTER TABLE staff DROP COLUMN mail');
      const statuses = await during(
        () => app.http.put(`${PATH}/${changed}`, content([NO_SALARY]), as(olivia, '"2"')),
        () => app.http.post(`${PATH}/${draft}/activate`, undefined, as(olivia, '"1"')),
        () => make([NO_SALARY]),
        () => tag({ ...STAFF, column: 'mail', tag: 'email' }, 'set'),
      );
      expect(statuses).toEqual([400, 400, 400, 404]);
      expect((await read(changed)).rules).toEqual([other]);
    });

    it('are refused as the first ones of their organization, too', async () => {
      const [{ epoch }] = await app.dataSource.query('SELECT max(epoch) AS epoch FROM data_policy_epochs');
      await app.dataSource.query('DELETE FROM data_policy_epochs');
      await alter('ALTER TABLE staff RENAME COLUMN salary TO pay');
      const place = { ...STAFF, column: 'salary', tag: 'pay' };
      expect(
        await during(
          () => make([NO_SALARY]),
          () => tag(place, 'set'),
        ),
      ).toEqual([400, 404]);
      // Instances keep what they have loaded by its epoch.
      await app.dataSource.query('UPDATE data_policy_epochs SET epoch = $1', [epoch + 9]);
    });
  });

  it('hide what appears where the engine numbers nothing, until a person has looked at it', async () => {
    await discover(file);
    const at = { schema: 'main', relation: 'staff' };
    const policy = await publish([{ ...NO_SALARY, ...at }], file);
    expect(await rows('SELECT * FROM staff', adam, file)).toEqual([]);
    await tables('CREATE TABLE people (id integer PRIMARY KEY, salary integer)', 'CREATE TABLE parts (id integer PRIMARY KEY)');
    await discover(file);
    for (const name of ['people', 'parts']) {
      expect([name, await rows(`SELECT * FROM ${name}`, adam, file)]).toEqual([name, 'unknown_relation']);
      expect([name, await rows(`SELECT * FROM ${name}`, olivia, file)]).toEqual([name, []]);
    }
    const schema = await app.http.get(`/api/v1/data-sources/${file}/schema`, as(adam));
    expect(schema.body.data.tables).toEqual([]);
    const waiting = ['parts', 'people'].map((relation) => ({ data_source_id: file, schema: 'main', relation }));
    expect((await read(policy)).hidden_until_reviewed).toEqual(waiting);
    const review = (who: LoggedIn) =>
      app.http.post(`/api/v1/data-sources/${file}/tags/review`, { schema: 'main', relation: 'parts', columns: [] }, as(who));
    expect(await rows('SELECT * FROM people', olivia, file)).toEqual([]);
    const kept = `/api/v1/data-sources/${file}/query-executions`;
    const texts = async (who: LoggedIn): Promise<unknown[]> => {
      const { body } = await app.http.get(`${kept}?limit=100`, as(who));
      return body.data.query_executions.map(({ sql }: { sql: string | null }) => sql);
    };
    expect(await texts(olivia)).toContain('SELECT * FROM people');
    expect(await texts(adam)).not.toContain('SELECT * FROM people');
    const unknown = { schema: 'main', relation: 'nothing', columns: ['id'] };
    const reviews = `/api/v1/data-sources/${file}/tags/review`;
    expect((await app.http.post(reviews, unknown, as(olivia))).status).toBe(404);
    expect([(await review(adam)).status, (await review(olivia)).status]).toEqual([403, 200]);
    expect(await rows('SELECT * FROM parts', adam, file)).toEqual([]);
    expect(await rows('SELECT * FROM people', adam, file)).toBe('unknown_relation');
    await tables('CREATE TABLE people (id integer PRIMARY KEY)', 'CREATE TABLE staff (id integer PRIMARY KEY, salary integer)');
    await discover(file);
    expect(await rows('SELECT * FROM people', adam, file)).toEqual([]);
  });

  it('name what waits to be looked at where a rule goes by a tag of what has gone, at each data source', async () => {
    await tables('CREATE TABLE staff (id integer PRIMARY KEY, salary integer)');
    await discover(file);
    const place = { schema: 'main', relation: 'staff', column: 'salary', tag: 'pay' };
    expect((await tag(place, 'set', file)).status).toBe(200);
    const policy = await publish([{ kind: 'tag', tag: 'pay', effect: 'null' }], null);
    const other = await publish([{ kind: 'tag', tag: 'another', effect: 'null' }], null);
    const waiting = async (id: number) => (await read(id)).hidden_until_reviewed;
    expect(await waiting(policy)).toEqual([]);
    await tables('CREATE TABLE people (id integer PRIMARY KEY, salary integer)');
    await discover(file);
    expect(await rows('SELECT * FROM people', adam, file)).toBe('unknown_relation');
    expect(await waiting(policy)).toEqual([{ data_source_id: file, schema: 'main', relation: 'people' }]);
    expect(await waiting(other)).toEqual([]);
    const reviews = `/api/v1/data-sources/${file}/tags/review`;
    const looked = { schema: 'main', relation: 'people', columns: [] };
    expect((await app.http.post(reviews, looked, as(olivia))).status).toBe(200);
    expect(await waiting(policy)).toEqual([]);
    expect(await rows('SELECT * FROM people', adam, file)).toEqual([]);
  });
});
