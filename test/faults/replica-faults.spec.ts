import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import type { PreparedDatabase } from '../support/documented.js';
import { METRICS_TOKEN, gaugeOf, readsOf } from '../support/replica-metrics.js';
import { replicatedInstallation } from '../support/replicated-installation.js';
import type { ReplicatedServer } from '../support/replicated-server.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const USABLE = 'headgate_database_replicas_usable';
const PATIENT = { DATABASE_REPLICA_MAX_LAG_SECONDS: '3600', METRICS_TOKEN };

async function onServer({ href }: URL, sql: string): Promise<void> {
  const client = new Client({ connectionString: href });
  await client.connect();
  await client.query(sql);
  await client.end();
}

describe('a replica', () => {
  let servers: ReplicatedServer;
  let database: PreparedDatabase;
  const apps: TestApp[] = [];

  const start = async (environment: Record<string, string> = {}): Promise<TestApp> => {
    const replicas = { DATABASE_REPLICA_URLS: servers.atReplica(database.url) };
    const app = await startTestApp({ database, environment: { ...PATIENT, ...replicas, ...environment } });
    apps.push(app);
    return app;
  };
  const rivers = ({ http }: TestApp, { accessToken }: LoggedIn) => http.get('/api/rivers', { token: accessToken });
  const logOf = ({ log }: TestApp): string => log.join('');
  const used = (app: TestApp): Promise<void> => eventually('the replica is used', async () => (await gaugeOf(app, USABLE)) === 1);

  beforeAll(async () => {
    ({ servers, database } = await replicatedInstallation());
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
  });
  afterAll(() => servers?.stop());

  describe('that takes half a minute for what the primary answers at once', () => {
    const asleep = async (): Promise<boolean> => {
      const sql = `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND application_name = 'headgate'`;
      return (await servers.replica.ask(sql)).length === 1;
    };
    beforeAll(async () => {
      const schema = database.name;
      await database.run(`
        CREATE FUNCTION ${schema}.slowly() RETURNS boolean LANGUAGE sql AS
          'SELECT CASE WHEN pg_is_in_recovery() THEN (SELECT count(*) FROM pg_sleep(30)) = 1 ELSE true END';
        ALTER TABLE ${schema}.rivers RENAME TO rivers_of_all;
        CREATE VIEW ${schema}.rivers AS SELECT * FROM ${schema}.rivers_of_all WHERE ${schema}.slowly();
        GRANT SELECT ON ${schema}.rivers TO ${schema}`);
      await servers.replica.set('max_standby_streaming_delay', '0');
      await eventually('the replica has it all', () => servers.caughtUp());
    });
    afterAll(async () => {
      await database.run(`DROP VIEW ${database.name}.rivers;
        ALTER TABLE ${database.name}.rivers_of_all RENAME TO rivers`);
    });

    it('is given up when a statement may take no longer, and the primary is not asked the same', async () => {
      const app = await start({ DATABASE_STATEMENT_TIMEOUT_SECONDS: '1' });
      const adam = await logIn(app.http, 'adam');
      await used(app);
      const { status, body, headers } = await rivers(app, adam);
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
      expect(logOf(app)).toMatch(/"code":"57014".*request failed/);
      expect(await readsOf(app)).toEqual({ 'replica none': 0 });
      expect(await gaugeOf(app, USABLE)).toBe(1);
    });

    it('and ends the read for what it has to replay: the primary answers', async () => {
      const app = await start();
      const adam = await logIn(app.http, 'adam');
      await database.run('CREATE TABLE public.changing AS SELECT generate_series(1, 1000) AS id');
      await eventually('the replica has it all', () => servers.caughtUp());
      await used(app);
      const reading = rivers(app, adam);
      await eventually('the replica reads', asleep);
      await database.run('DELETE FROM public.changing');
      await database.run('VACUUM public.changing');
      expect((await reading).status).toBe(200);
      expect(await readsOf(app)).toEqual({ 'replica none': 0, 'primary failed': 1 });
      expect(await servers.replica.logged()).toContain('due to conflict with recovery');
      await used(app);
    });

    it('and whose connection an operator ends: the primary answers', async () => {
      const app = await start();
      const adam = await logIn(app.http, 'adam');
      await used(app);
      const reading = rivers(app, adam);
      await eventually('the replica reads', asleep);
      await servers.replica.ask(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND application_name = 'headgate'`,
      );
      expect((await reading).status).toBe(200);
      expect(await readsOf(app)).toEqual({ 'replica none': 0, 'primary failed': 1 });
      await used(app);
    });
  });

  it('whose address comes to lead to another server stays out, and is used when it leads back', async () => {
    const stranger = new URL(process.env['HEADGATE_TEST_SERVER'] ?? '');
    const own = new URL(servers.atReplica(database.url));
    const proxy = new CuttableProxy(own);
    const url = await proxy.open();
    const app = await start({ DATABASE_REPLICA_URLS: url });
    const adam = await logIn(app.http, 'adam');
    await used(app);
    const before = await readsOf(app);
    await onServer(stranger, `CREATE ROLE ${database.name} LOGIN PASSWORD 'secret'`);
    await onServer(stranger, `CREATE DATABASE ${database.name} OWNER ${database.name}`);
    await proxy.leadTo(stranger);
    await eventually('the log says so', () => /"reason":"other_server".*a replica is not used/.test(logOf(app)));
    expect((await rivers(app, adam)).status).toBe(200);
    expect(await readsOf(app)).toEqual({ ...before, 'primary no_replica': 1 });
    await proxy.leadTo(own);
    await used(app);
    await proxy.cut();
    await onServer(stranger, `DROP DATABASE ${database.name} WITH (FORCE)`);
    await onServer(stranger, `DROP ROLE ${database.name}`);
  });

  it('that was promoted and stands by again knows another past: it stays out', async () => {
    const app = await start();
    const adam = await logIn(app.http, 'adam');
    await used(app);
    const { replica } = servers;
    await replica.ask('SELECT pg_promote()');
    await replica.ask('CHECKPOINT');
    await replica.stop();
    await writeFile(join(replica.home.data, 'standby.signal'), '');
    await replica.start();
    const [standby] = await replica.ask(
      `SELECT pg_is_in_recovery() AS stands_by, timeline_id AS timeline, system_identifier::text AS system
         FROM pg_control_checkpoint(), pg_control_system()`,
    );
    const [{ system } = {}] = await servers.primary.ask('SELECT system_identifier::text AS system FROM pg_control_system()');
    expect(standby).toEqual({ stands_by: true, timeline: 2, system });
    const { length } = app.log;
    const before = await readsOf(app);
    await eventually('it was looked at', async () => {
      const sql = `SELECT FROM pg_stat_activity WHERE application_name = 'headgate-replicas' AND state = 'idle' AND query LIKE '%timeline%'`;
      return (await replica.ask(sql)).length > 0;
    });
    for (let times = 1; times <= 5; times += 1) {
      expect((await rivers(app, adam)).status).toBe(200);
      expect(await readsOf(app)).toEqual({ ...before, 'primary no_replica': times });
    }
    expect(app.log.slice(length).join('')).not.toContain('a replica answers reads');
  });
});
