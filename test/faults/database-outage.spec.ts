import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('while the database is down', () => {
  let database: TestDatabase;
  let proxy: CuttableProxy;
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = new CuttableProxy(new URL(database.url));
    app = await startTestApp({ database: { url: await proxy.open() } });
    ({ accessToken: token } = await logIn(app.http, 'olivia'));
  });
  afterAll(async () => {
    await app.close();
    await proxy.cut();
    await database.drop();
  });

  it('answers 503 UNAVAILABLE, stays alive, and recovers without a restart [statement 66]', async () => {
    await proxy.cut();
    const requests = [
      () => app.http.get('/api/rivers', { token }),
      () => app.http.get('/api/v1/me', { token }),
      () => app.http.post('/api/auth/login', { username: 'olivia', password: 'river-delta-headgate' }),
      () => app.http.post('/api/auth/refresh', { refresh_token: 'A'.repeat(43) }),
      () => app.http.get('/health/ready'),
    ];
    for (const request of requests) {
      const { status, body, headers, text } = await request();
      expect([status, body.code]).toEqual([503, 'UNAVAILABLE']);
      expect(headers.get('retry-after')).toBe('1');
      expect(text).not.toMatch(/ECONN|postgres|127\.0\.0\.1|connect/i);
    }
    expect((await app.http.get('/health/live')).status).toBe(200);
    await proxy.open();
    expect((await app.http.get('/api/rivers', { token })).status).toBe(200);
    expect((await app.http.get('/health/ready')).status).toBe(200);
    await logIn(app.http, 'olivia');
  });

  it('survives that the server ends every connection at once', async () => {
    await app.http.get('/api/rivers', { token });
    await app.dataSource.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await app.http.get('/api/rivers', { token })).status));
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect((await app.http.get('/api/rivers', { token })).status).toBe(200);
  });
});
