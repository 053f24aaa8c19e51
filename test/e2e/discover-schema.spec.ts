import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DISCOVERY_TURNS } from '../../src/catalog/adapters/persistence/advisory-discovery-turns.js';
import { AdvisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { eventually } from '../platform/fixtures/eventually.js';
import type { Answer } from '../support/http-client.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MISSING = 2_000_000_000;

describe('discovering a schema', () => {
  let app: TestApp;
  let source: SourceDatabase;
  let olivia: LoggedIn, vera: LoggedIn, mia: LoggedIn, oscar: LoggedIn, nora: LoggedIn;
  let id: number;

  beforeAll(async () => {
    app = await startTestApp();
    await app.dataSource.query('DELETE FROM mfa_factors');
    [olivia, vera, mia, oscar, nora] = (await Promise.all(
      ['olivia', 'vera', 'mia', 'oscar', 'nora'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
  });
  beforeEach(async () => {
    await source?.drop();
    source = await SourceDatabase.create(
      `CREATE SCHEMA sales; CREATE SCHEMA "Odd ""Schema"""; CREATE SCHEMA hollow;
       CREATE TABLE sales.orders (id int PRIMARY KEY, note text, gone int);
       ALTER TABLE sales.orders DROP COLUMN gone;
       CREATE TABLE sales.events (at date NOT NULL, what text) PARTITION BY RANGE (at);
       CREATE TABLE sales.events_2025 PARTITION OF sales.events FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
       CREATE TABLE sales.events_2026 PARTITION OF sales.events FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
       CREATE TABLE sales.returns () INHERITS (sales.orders);
       CREATE VIEW sales.notes AS SELECT note FROM sales.orders;
       CREATE MATERIALIZED VIEW sales.per_day AS SELECT at, count(*) FROM sales.events GROUP BY at;
       CREATE TABLE "Odd ""Schema"""."select" ("from" int);`,
    );
    await source.run(`GRANT USAGE ON SCHEMA sales TO ${source.role}`);
    await source.run(`GRANT SELECT ON ALL TABLES IN SCHEMA sales TO ${source.role}`);
    id = await register(source.connection());
  });
  afterAll(async () => {
    await source?.drop();
    await app.close();
  });

  let serial = 0;
  const register = async (connection: object): Promise<number> => {
    const body = { organization_id: 1, name: `Source ${(serial += 1)}`, engine: 'postgresql', connection };
    const answer = await app.http.post('/api/v1/data-sources', body, { token: olivia.accessToken });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return answer.body.data.data_source.id;
  };
  const discover = (query = '', who: LoggedIn = olivia, on = app, headers: Record<string, string> = {}): Promise<Answer> =>
    on.http.post(`/api/v1/data-sources/${id}/discover-schema${query}`, undefined, { token: who.accessToken, headers });
  const outcome = ({ status, body }: Answer): unknown[] => [status, body?.code];
  const readings = async (): Promise<number> =>
    Number(
      (
        await app.dataSource.query(
          `SELECT count(*) FROM audit_events
            WHERE action = 'data_source.schema_discovered' AND outcome = 'success' AND target_id = $1`,
          [String(id)],
        )
      )[0].count,
    );

  const announced = async (): Promise<number> =>
    (await app.dataSource.query(`SELECT 1 FROM schema_discoveries WHERE data_source_id = $1`, [id])).length;

  it('answers exactly the documented fields, counted by the published rules', async () => {
    const { status, body } = await discover();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: {
          data_source_id: id,
          schemas_discovered: [
            { schema_name: 'Odd "Schema"', tables_count: 1, views_count: 0 },
            { schema_name: 'hollow', tables_count: 0, views_count: 0 },
            { schema_name: 'public', tables_count: 0, views_count: 0 },
            { schema_name: 'sales', tables_count: 3, views_count: 2 },
          ],
          total_tables: 4,
          total_columns: 10,
          discovered_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          discovery_duration_ms: expect.any(Number),
        },
        message: expect.any(String),
      },
    ]);
  });

  it('does not touch the source when the cache may answer, and says when that was discovered', async () => {
    const first = await discover();
    await source.drop();
    app.clock.advance({ minutes: 10 });
    const second = await discover();
    expect(second.body.data).toEqual(first.body.data);
    expect(await readings()).toBe(1);
    const refreshed = await discover('?refresh=true');
    expect(refreshed.status).toBe(502);
    expect((await discover()).body.data).toEqual(first.body.data);
  });

  it('reads again when asked to, and only schemas that have changed', async () => {
    await discover();
    const contents = async () =>
      (await app.dataSource.query(`SELECT id FROM schema_contents WHERE data_source_id = $1 ORDER BY id`, [id])).length;
    expect(await contents()).toBe(4);
    app.clock.advance({ minutes: 1 });
    const unchanged = await discover('?refresh=true');
    expect(await contents()).toBe(4);
    expect(unchanged.body.data.discovered_at).toBe(app.clock.now().toISOString());
    await source.run('CREATE TABLE hollow.full (id int)');
    const changed = await discover('?refresh=true');
    expect(changed.body.data.total_tables).toBe(5);
    expect(await contents()).toBe(5);
    const snapshots = await app.dataSource.query(`SELECT 1 FROM schema_snapshots WHERE data_source_id = $1`, [id]);
    expect(snapshots).toHaveLength(2);
  });

  it('renews row estimates when asked to read again, although nothing else has changed', async () => {
    const estimates = async (): Promise<unknown[]> => {
      const path = `/api/v1/data-sources/${id}/schema?schema_name=sales&limit=100`;
      const { body } = await app.http.get(path, { token: olivia.accessToken });
      const tables = body.data.tables as { name: string; row_estimate: number | null }[];
      return ['orders', 'events'].map((name) => tables.find((one) => one.name === name)?.row_estimate);
    };
    await discover();
    expect(await estimates()).toEqual([null, null]);
    await source.run(`INSERT INTO sales.orders SELECT generate_series(1, 250);
      INSERT INTO sales.events SELECT '2026-02-01' FROM generate_series(1, 70)`);
    await source.run('ANALYZE sales.orders, sales.events_2025, sales.events_2026');
    await discover('?refresh=true');
    expect(await estimates()).toEqual([250, 70]);
    const contents = await app.dataSource.query('SELECT 1 FROM schema_contents WHERE data_source_id = $1', [id]);
    expect(contents).toHaveLength(4);
  });

  it('knows nothing any more once the data source is another database, and everything still under another name', async () => {
    const change = async (body: object): Promise<number> =>
      (await app.http.patch(`/api/v1/data-sources/${id}`, body, { token: olivia.accessToken })).status;
    const schema = async (): Promise<unknown[]> =>
      outcome(await app.http.get(`/api/v1/data-sources/${id}/schema`, { token: olivia.accessToken }));
    await discover();
    const { username, password } = source.connection();
    expect(await change({ name: 'Renamed', connection: { username, password } })).toBe(200);
    expect((await schema())[0]).toBe(200);
    const other = await SourceDatabase.create('CREATE TABLE lone (id int, note text)');
    try {
      const { database, ...login } = other.connection();
      expect(await change({ connection: { database, ...login } })).toBe(200);
      expect(await schema()).toEqual([409, 'SCHEMA_NOT_DISCOVERED']);
      expect((await discover()).body.data.total_columns).toBe(2);
    } finally {
      await other.drop();
    }
  });

  it('is read once for twenty who ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => discover('?refresh=true')));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(outcome(answers[0] as Answer)).toEqual([200, undefined]);
    expect(await readings()).toBe(1);
  });

  it('is read once for two instances', async () => {
    const other = await startTestApp({ database: { url: app.databaseUrl }, clock: app.clock });
    let answers: Answer[] = [];
    // A third holds the turn until both wait for it.
    await new AdvisoryLocks({ url: app.databaseUrl, aliveMs: 5_000 }).holding(
      DISCOVERY_TURNS,
      id,
      new AbortController().signal,
      async () => {
        const both = Promise.all([discover('?refresh=true'), discover('?refresh=true', olivia, other)]);
        both.then((settled) => (answers = settled)).catch(() => undefined);
        await eventually('both are announced', async () => (await announced()) === 2);
      },
    );
    await eventually('both are answered', () => answers.length === 2);
    await other.close();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.data).toEqual(answers[1]?.body.data);
    expect(await readings()).toBe(1);
  });

  describe('of one schema', () => {
    it('reads that one only, and later cuts it from the whole with the same numbers', async () => {
      const alone = await discover('?schema_name=sales');
      expect(alone.body.data).toMatchObject({
        schemas_discovered: [{ schema_name: 'sales', tables_count: 3, views_count: 2 }],
        total_tables: 3,
        total_columns: 9,
      });
      const known = await app.dataSource.query(`SELECT schema_name FROM schema_contents WHERE data_source_id = $1`, [id]);
      expect(known).toEqual([{ schema_name: 'sales' }]);
      expect((await discover()).body.data.total_tables).toBe(4);
      expect(await readings()).toBe(2);
      const cut = await discover('?schema_name=sales');
      expect(cut.body.data.schemas_discovered).toEqual(alone.body.data.schemas_discovered);
      expect(cut.body.data.total_columns).toBe(9);
      expect(await readings()).toBe(2);
    });

    it('answers 404 for a missing and for a system schema, before and after the whole is known', async () => {
      const names = ['nowhere', 'pg_catalog', 'information_schema', 'SALES', 'sales%00', "x'; DROP TABLE users --"];
      for (const name of names.map((name) => (name.endsWith('%00') ? name : encodeURIComponent(name)))) {
        const expected = name.endsWith('%00') ? [400, 'VALIDATION_FAILED'] : [404, 'SCHEMA_NOT_FOUND'];
        expect([name, ...outcome(await discover(`?schema_name=${name}`))]).toEqual([name, ...expected]);
      }
      await discover();
      expect(outcome(await discover('?schema_name=nowhere'))).toEqual([404, 'SCHEMA_NOT_FOUND']);
      expect((await discover(`?schema_name=${encodeURIComponent('Odd "Schema"')}`)).body.data.total_columns).toBe(1);
    });

    it('refreshes it and leaves the others', async () => {
      await discover();
      app.clock.advance({ minutes: 5 });
      await source.run('CREATE TABLE sales.more (id int); CREATE TABLE hollow.more (id int)');
      expect((await discover('?schema_name=sales&refresh=true')).body.data.total_tables).toBe(4);
      const whole = await discover();
      expect(whole.body.data.total_tables).toBe(5);
      expect((await discover('?refresh=true')).body.data.total_tables).toBe(6);
    });
  });

  it('discovers a database without any table', async () => {
    await source.run('DROP SCHEMA sales, "Odd ""Schema""", hollow, public CASCADE');
    expect((await discover()).body.data).toMatchObject({ schemas_discovered: [], total_tables: 0, total_columns: 0 });
    expect((await discover()).body.data).toMatchObject({ schemas_discovered: [] });
    expect(await readings()).toBe(1);
  });

  it(
    'checks the permission: editors may, viewers may not, other tenants find nothing, and people without an ' +
      'organization are forbidden',
    async () => {
      expect(outcome(await discover('', mia))).toEqual([200, undefined]);
      expect(outcome(await discover('', vera))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await discover('', oscar))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await discover('', nora))).toEqual([403, 'FORBIDDEN']);
      expect((await app.http.post(`/api/v1/data-sources/${id}/discover-schema`)).status).toBe(401);
      id = MISSING;
      expect(outcome(await discover('', oscar))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await discover('', nora))).toEqual([403, 'FORBIDDEN']);
    },
  );

  it.each(['?refresh=1', '?refresh=', '?refresh=yes', '?schema_name=', `?schema_name=${'x'.repeat(256)}`])('refuses %s', async (query) =>
    expect(outcome(await discover(query))).toEqual([400, 'VALIDATION_FAILED']),
  );
});
