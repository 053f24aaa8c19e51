import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import type { PreparedDatabase } from '../support/documented.js';
import type { Answer } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { templateBody } from '../support/prompt-templates.js';
import { METRICS_TOKEN, gaugeOf as gauge, readsOf as reads } from '../support/replica-metrics.js';
import { replicatedInstallation } from '../support/replicated-installation.js';
import type { ReplicatedServer, Server } from '../support/replicated-server.js';
import { SourceDatabase } from '../support/source-database.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATIENT = '3600';

/** By their names, of those that requests send. */
async function statementsSince(server: Server, before: string): Promise<string[]> {
  const lines = (await server.logged()).slice(before.length);
  return [...lines.matchAll(/^headgate\|LOG: {2}execute (\S+): /gm)].map(([, name = '']) => name);
}

describe('read replicas', () => {
  const ours = installation();
  let servers: ReplicatedServer;
  let database: PreparedDatabase;
  let source: SourceDatabase;
  const apps: TestApp[] = [];

  const start = async (maxLag = PATIENT): Promise<TestApp> => {
    const environment = {
      DATABASE_REPLICA_URLS: servers.atReplica(database.url),
      DATABASE_REPLICA_MAX_LAG_SECONDS: maxLag,
      METRICS_TOKEN,
    };
    const app = await startTestApp({ database, environment });
    apps.push(app);
    return app;
  };
  const pause = () => servers.replica.ask('SELECT pg_wal_replay_pause()');
  const resume = () => servers.replica.ask('SELECT pg_wal_replay_resume()');
  const as = ({ accessToken }: LoggedIn) => ({ token: accessToken });
  const rivers = async ({ http }: TestApp, who: LoggedIn): Promise<string[]> => {
    const { body } = await http.get('/api/rivers?limit=3', as(who));
    return body.rivers.map(({ name }: { name: string }) => name);
  };
  const templates = async ({ http }: TestApp, who: LoggedIn): Promise<string[]> => {
    const { body } = await http.get('/api/v1/prompt-templates?limit=100', as(who));
    return body.data.prompt_templates.map(({ name }: { name: string }) => name);
  };
  /** The replica has everything, and these know it. */
  const caughtUp = async (...used: TestApp[]): Promise<void> => {
    await eventually('the replica has it all', () => servers.caughtUp());
    for (const app of used) await eventually('it is used', async () => (await gauge(app, 'headgate_database_replicas_usable')) === 1);
  };

  beforeAll(async () => {
    ({ servers, database } = await replicatedInstallation());
    source = await SourceDatabase.createOn(
      new URL(servers.primary.url),
      'CREATE TABLE lakes (id int PRIMARY KEY); GRANT SELECT ON lakes TO PUBLIC',
    );
    await caughtUp();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await resume();
  });
  afterAll(async () => {
    await servers?.stop();
  });

  it('answer lists, reads of schemas and of the trail, and nothing else', async () => {
    const app = await start();
    const olivia = await logIn(app.http, 'olivia');
    const made = await app.http.post(
      '/api/v1/data-sources',
      { organization_id: 1, name: 'Lakes', engine: 'postgresql', connection: source.connection() },
      as(olivia),
    );
    const at = `/api/v1/data-sources/${made.body.data.data_source.id}`;
    expect((await app.http.post(`${at}/discover-schema`, undefined, as(olivia))).status).toBe(200);
    const template = await app.http.post('/api/v1/prompt-templates', templateBody(), as(olivia));
    await caughtUp(app);
    const query = { sql: 'SELECT id FROM lakes' };
    expect((await app.http.post(`${at}/query`, query, as(olivia))).status).toBe(200);
    for (const path of ['/api/v1/me', '/api/v1/data-sources', '/api/v1/me/security-events', `${at}/schema-context`])
      await app.http.get(path, as(olivia));
    expect(await reads(app)).toEqual({ 'replica none': 0 });
    await caughtUp(app);
    const paths = [
      '/api/rivers',
      '/api/v1/prompt-templates',
      `/api/v1/prompt-templates/${template.body.data.id}/versions`,
      `${at}/schema`,
      `${at}/schema/snapshots`,
      `${at}/schema/diff`,
      '/api/v1/organizations/1/audit-events',
      '/api/v1/sso/enforcement/migration-plan/1',
      '/api/v1/sso/enforcement/migration-plan/1/users',
      '/api/v1/sso/enforcement/migration-plan/1/progress',
      '/api/v1/sso/enforcement/migration-plan/1/waves',
    ];
    for (const [index, path] of paths.entries()) {
      expect([path, (await app.http.get(path, as(olivia))).status]).toEqual([path, 200]);
      expect([path, await reads(app)]).toEqual([path, { 'replica none': index + 1 }]);
    }
  });

  it('show writers their own changes at every instance, while others see them once they have arrived', async () => {
    const [one, two] = [await start(), await start()];
    const [olivia, adam] = [await logIn(one.http, 'olivia'), await logIn(one.http, 'adam')];
    await caughtUp(one, two);
    await pause();
    const body = templateBody();
    expect((await one.http.post('/api/v1/prompt-templates', body, as(olivia))).status).toBe(201);
    for (const app of [one, two]) {
      expect(await templates(app, olivia)).toContain(body['name']);
      expect(await templates(app, adam)).not.toContain(body['name']);
      expect(await reads(app)).toEqual({ 'replica none': 1, 'primary own_write': 1 });
    }
    await resume();
    await eventually('it has come', async () => (await templates(two, adam)).includes(String(body['name'])));
    expect(await templates(two, olivia)).toContain(body['name']);
    expect((await reads(two))['primary own_write']).toBe(1);
  });

  it('cost the primary nothing beside the statement that finds the caller, which tells what they wrote last', async () => {
    const app = await start();
    const adam = await logIn(app.http, 'adam');
    await servers.logStatements();
    await caughtUp(app);
    await rivers(app, adam);
    const [primary, replica] = [await servers.primary.logged(), await servers.replica.logged()];
    expect(await rivers(app, adam)).toHaveLength(3);
    expect(await statementsSince(servers.primary, primary)).toEqual(['sessions_find_live_and_write']);
    expect(await statementsSince(servers.replica, replica)).toEqual(['rivers_page']);
    const body = templateBody();
    expect((await app.http.post('/api/v1/prompt-templates', body, as(adam))).status).toBe(201);
    expect(await templates(app, adam)).toContain(body['name']);
  });

  it('answer an account also where a dump of another server brought a note of what it wrote there', async () => {
    const app = await start();
    const adam = await logIn(app.http, 'adam');
    const noted = `INSERT INTO ${database.name}.last_writes VALUES (${adam.userId}, 'FFFF/0')`;
    await database.run(`${noted} ON CONFLICT (user_id) DO UPDATE SET lsn = 'FFFF/0'`);
    await caughtUp(app);
    await pause();
    expect(await rivers(app, adam)).toHaveLength(3);
    expect(await reads(app)).toEqual({ 'replica none': 1 });
    const body = templateBody();
    expect((await app.http.post('/api/v1/prompt-templates', body, as(adam))).status).toBe(201);
    expect(await templates(app, adam)).toContain(body['name']);
    await resume();
    await caughtUp(app);
    expect(await templates(app, adam)).toContain(body['name']);
    expect(await reads(app)).toEqual({ 'replica none': 2, 'primary own_write': 1 });
  });

  it('hide no write from its author where the primary has crashed and forgotten who wrote', async () => {
    const app = await start();
    const olivia = await logIn(app.http, 'olivia');
    await caughtUp(app);
    await pause();
    const body = templateBody();
    expect((await app.http.post('/api/v1/prompt-templates', body, as(olivia))).status).toBe(201);
    await servers.primary.kill();
    await servers.primary.start();
    await eventually('the service is ready', async () => (await app.http.get('/health/ready')).status === 200);
    expect(await templates(app, olivia)).toContain(body['name']);
    expect(await reads(app)).toEqual({ 'replica none': 0, 'primary no_replica': 1 });
  });

  it('show the result of a discovery to a caller who was told that it is done', async () => {
    const app = await start();
    const [olivia, adam] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
    const body = { organization_id: 1, name: 'Followed', engine: 'postgresql', connection: source.connection() };
    const made = await app.http.post('/api/v1/data-sources', body, as(olivia));
    const at = `/api/v1/data-sources/${made.body.data.data_source.id}`;
    expect((await app.http.post(`${at}/discover-schema`, undefined, as(olivia))).status).toBe(200);
    await caughtUp(app);
    await pause();
    await source.run('CREATE TABLE ponds (id int)');
    const headers = { Prefer: 'respond-async' };
    const begun = await app.http.post(`${at}/discover-schema?refresh=true`, undefined, { ...as(olivia), headers });
    const state = async (who: LoggedIn): Promise<string> =>
      (await app.http.get(begun.headers.get('location') ?? '', as(who))).body.data.discovery.state;
    await eventually('it is done', async () => (await state(olivia)) === 'completed');
    const tables = async (who: LoggedIn): Promise<string[]> => {
      const answer = await app.http.get(`${at}/schema`, as(who));
      return answer.body.data.tables.map(({ name }: { name: string }) => name);
    };
    expect(await tables(olivia)).toEqual(['lakes', 'ponds']);
    expect(await tables(adam)).toEqual(['lakes']);
    expect(await state(adam)).toBe('completed');
    expect(await tables(adam)).toEqual(['lakes', 'ponds']);
  });

  it('decide nothing about access: who was shut out a moment ago is shut out', async () => {
    const app = await start();
    const [olivia, vera] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'vera')];
    await caughtUp(app);
    await pause();
    const list = (): Promise<Answer> => app.http.get('/api/v1/prompt-templates?organization_id=1', as(vera));
    expect((await list()).status).toBe(200);
    const members = '/api/v1/organizations/1/members';
    expect((await app.http.delete(`${members}/${vera.userId}`, as(olivia))).status).toBe(200);
    expect([(await list()).status, (await list()).body.code]).toEqual([403, 'FORBIDDEN']);
    expect((await app.http.post('/api/auth/logout', undefined, as(vera))).status).toBeLessThan(300);
    expect((await app.http.get('/api/rivers', as(vera))).status).toBe(401);
  });

  it('are not used while they lag by more than may be, and again when they have caught up', async () => {
    const app = await start('0.5');
    const adam = await logIn(app.http, 'adam');
    const rename = (from: string, to: string): Promise<void> =>
      database.run(`UPDATE ${database.name}.rivers SET name = '${to}' WHERE name = '${from}'`);
    await eventually('the replica is used', async () => (await gauge(app, 'headgate_database_replicas_usable')) === 1);
    await pause();
    await rename('Nile', 'River of the test');
    await eventually('the primary answers', async () => (await rivers(app, adam)).includes('River of the test'));
    expect((await reads(app))['primary no_replica']).toBeGreaterThan(0);
    expect(await gauge(app, 'headgate_database_replicas_usable')).toBe(0);
    expect(await gauge(app, 'headgate_database_replica_lag_seconds')).toBeGreaterThan(0.5);
    await eventually('the log says so', () => /"reason":"lagging".*a replica is not used/.test(app.log.join('')));
    await resume();
    await eventually('the replica is used', async () => (await gauge(app, 'headgate_database_replicas_usable')) === 1);
    const before = (await reads(app))['replica none'] ?? 0;
    expect(await rivers(app, adam)).toContain('River of the test');
    expect((await reads(app))['replica none']).toBe(before + 1);
    await rename('River of the test', 'Nile');
  });

  it('may die under load: the primary answers, no request fails, and they are used when they are back', async () => {
    const app = await start();
    const adam = await logIn(app.http, 'adam');
    let isOver = false;
    const statuses: number[] = [];
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) statuses.push((await app.http.get('/api/v1/prompt-templates', as(adam))).status);
    });
    const answered = async (more: number): Promise<void> => {
      const until = statuses.length + more;
      await eventually('more are answered', () => statuses.length >= until);
    };
    await answered(30);
    await servers.replica.kill();
    await answered(30);
    expect(await gauge(app, 'headgate_database_replicas_usable')).toBe(0);
    await servers.replica.start();
    await eventually('the replica is used', async () => (await gauge(app, 'headgate_database_replicas_usable')) === 1);
    const before = (await reads(app))['replica none'] ?? 0;
    await answered(10);
    isOver = true;
    await Promise.all(clients);
    expect((await reads(app))['replica none']).toBeGreaterThan(before);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it.each([
    ['the primary', () => database.url, /is the primary itself/],
    ['another server', () => process.env['HEADGATE_TEST_SERVER'] ?? '', /belongs to another server/],
    ['another database', () => servers.atReplica(servers.primary.url), /is another database of that server/],
  ])('stop the start where the setting names %s', async (_, url, sentence) => {
    const environment = { DATABASE_URL: database.url, DATABASE_REPLICA_URLS: url() };
    const { code, stderr } = await ours().run('main', { environment }).finished();
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(stderr).not.toContain(new URL(url()).password);
  });

  it('need not be there at the start', async () => {
    await servers.replica.kill();
    const app = await start();
    const adam = await logIn(app.http, 'adam');
    expect(await rivers(app, adam)).toHaveLength(3);
    expect(await reads(app)).toEqual({ 'replica none': 0, 'primary no_replica': 1 });
    await servers.replica.start();
    await eventually('the replica is used', async () => (await gauge(app, 'headgate_database_replicas_usable')) === 1);
  });
});
