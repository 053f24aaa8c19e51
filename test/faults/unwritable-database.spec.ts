import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

describe('while the database answers and does not write', () => {
  let app: TestApp;
  let operator: Client;
  beforeAll(async () => {
    app = await startTestApp();
    operator = new Client({ connectionString: app.databaseUrl });
    await operator.connect();
  });
  afterAll(async () => {
    await operator.end();
    await app.close();
  });

  const login = () => app.http.post('/api/auth/login', { username: 'olivia', password: 'river-delta-headgate' });
  const ready = async () => (await app.http.get('/health/ready')).status;
  async function expectUnavailable(code: string): Promise<void> {
    const began = app.log.length;
    const { status, body, headers } = await login();
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    const lines = app.log.slice(began).map((line) => JSON.parse(line) as Record<string, unknown>);
    const failed = lines.find(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject({ level: 'warn', status: 503, err: { code } });
    expect(failed).not.toHaveProperty('err.stack');
    expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  }

  it('because its disk is full, the service answers 503, and is ready again once a write succeeds', async () => {
    expect(await ready()).toBe(200);
    await operator.query(`
      CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE FUNCTION disk_full_for_tables() RETURNS event_trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
      CREATE TRIGGER disk_full BEFORE INSERT ON sessions EXECUTE FUNCTION disk_full();
      CREATE EVENT TRIGGER disk_full_${process.pid} ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
        EXECUTE FUNCTION disk_full_for_tables()`);
    // Nothing was refused yet, and nothing is tried without a cause.
    expect(await ready()).toBe(200);
    await expectUnavailable('53100');
    expect([await ready(), await ready()]).toEqual([503, 503]);
    expect(app.log.join('')).toMatch(/"level":"warn".*"writes".*No space left.*not ready/);
    expect((await app.http.get('/health/live')).status).toBe(200);
    await operator.query(
      `DROP EVENT TRIGGER disk_full_${process.pid}; DROP FUNCTION disk_full_for_tables; DROP FUNCTION disk_full CASCADE`,
    );
    expect([await ready(), await ready()]).toEqual([200, 200]);
    await logIn(app.http, 'olivia');
    expect((await operator.query(`SELECT FROM pg_class WHERE relname = 'headgate_write_probe'`)).rowCount).toBe(0);
  });

  it('because it only reads, the service answers 503, and continues over new connections when that is over', async () => {
    const name = new URL(app.databaseUrl).pathname.slice(1);
    await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await operator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    await eventually('the new connections only read', async () => (await ready()) === 503);
    await expectUnavailable('25006');
    expect(await ready()).toBe(503);
    await operator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await eventually('the service writes again', async () => (await ready()) === 200);
    await logIn(app.http, 'olivia');
  });
});
