import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { poolOf } from '../../src/platform/database/connect.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const SHORT = {
  DATABASE_POOL_SIZE: '4',
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '2',
  DATABASE_ANSWER_TIMEOUT_SECONDS: '2.5',
  // Longer: on a busy machine the start itself waits for its first connections.
  DATABASE_CONNECT_TIMEOUT_SECONDS: '5',
};

describe('while the database is silent', () => {
  const ours = installation();
  let database: TestDatabase | undefined;
  let proxy: FaultProxy | undefined;
  let app: TestApp | undefined;
  afterEach(async () => {
    await app?.close();
    await proxy?.close();
    await database?.drop();
    app = proxy = database = undefined;
  });

  async function startBehindProxy(): Promise<{ app: TestApp; proxy: FaultProxy }> {
    database = await createTestDatabase();
    proxy = await FaultProxy.before(new URL(database.url));
    app = await startTestApp({ database: { url: proxy.url }, environment: SHORT });
    return { app, proxy };
  }

  it('answers 503 once for each connection that hangs, stays alive, and goes on over new ones without a restart', async () => {
    const { app, proxy } = await startBehindProxy();
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const read = () => app.http.get('/api/rivers', { token });
    await Promise.all([read(), read(), read(), read()]);
    proxy.silenceOpen();
    const { status, body, headers } = await read();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    expect((await app.http.get('/health/live')).status).toBe(200);
    // The other connections, which were idle meanwhile, hang as well: no request gets one of them.
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await read()).status));
    expect(statuses).toEqual(Array(8).fill(200));
    expect((await app.http.get('/health/ready')).status).toBe(200);
  });

  it('no longer counts as live when its pool is stuck although the database answers others', async () => {
    const { app } = await startBehindProxy();
    const pool = poolOf(app.dataSource);
    const live = async () => (await app.http.get('/health/live')).status;
    expect(await live()).toBe(200);
    const kept = await Promise.all([pool.connect(), pool.connect(), pool.connect(), pool.connect()]);
    await eventually('a restart is asked for', async () => (await live()) === 503);
    for (const client of kept) client.release();
    await eventually('the pool is in use again', async () => (await live()) === 200);
  });

  it('stays live while the database answers no one, because a restart would change nothing', async () => {
    const { app, proxy } = await startBehindProxy();
    proxy.silence();
    const pool = poolOf(app.dataSource);
    const heardAt = pool.heardAt;
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      statuses.push((await app.http.get('/health/ready')).status, (await app.http.get('/health/live')).status);
    }
    expect(statuses).toEqual([503, 200, 503, 200, 503, 200, 503, 200]);
    expect(pool.heardAt).toBe(heardAt);
  });

  it('does not take the silence for a changed key file', async () => {
    const empty = await ours().emptyDatabase();
    const between = await FaultProxy.before(new URL(empty.url));
    const program = ours().run('main', {
      environment: {
        ...SHORT,
        DATABASE_URL: between.url,
        HEADGATE_MASTER_KEY: '',
        HEADGATE_DATA_DIR: join(ours().directory, 'key-file'),
      },
    });
    const http = new HttpClient(await program.listening());
    await eventually('it is ready', async () => (await http.get('/health/ready')).status === 200);
    // The connection of the lock is lost, and so is the one that compares the keys, even if a job has renewed the pool meanwhile.
    void between.silenceAt('::text AS key, ');
    between.silenceOpen();
    await program.printed(/the keys could not be compared with the database yet/);
    await eventually('it serves again', async () => (await http.get('/health/ready')).status === 200);
    expect((await program.stop()).code).toBe(0);
    await between.close();
    await empty.drop();
  });

  it('stops when it is told to, although the database does not answer', async () => {
    const between = await FaultProxy.before(new URL(ours().database.url));
    const program = ours().run('main', { environment: { DATABASE_URL: between.url } });
    const http = new HttpClient(await program.listening());
    await logIn(http, 'olivia');
    between.silence();
    expect((await program.stop('SIGTERM')).code).toBe(0);
    await between.close();
  });
});
