import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { eventually } from '../platform/fixtures/eventually.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import { type PreparedDatabase, prepareDatabase } from '../support/documented.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { SourceDatabase } from '../support/source-database.js';
import { logIn } from '../support/test-app.js';

describe('the role of DATABASE_URL', () => {
  const ours = installation();
  const made: PreparedDatabase[] = [];

  const prepared = async (change?: (sql: string) => string): Promise<PreparedDatabase> => {
    const database = await prepareDatabase(process.env['HEADGATE_TEST_SERVER'] ?? '', change);
    made.push(database);
    return database;
  };
  const migrated = (url: string) =>
    ours()
      .run('cli/migrate', { environment: { DATABASE_URL: url } })
      .finished();

  afterEach(async () => {
    for (const database of made.splice(0)) await database.drop();
  });

  describe('with the rights that are documented', () => {
    let mails: MailCatcher;
    let source: SourceDatabase;
    beforeAll(async () => {
      mails = await new MailCatcher().up();
      source = await SourceDatabase.create('CREATE TABLE rivers (name text)', `INSERT INTO rivers VALUES ('Nile')`);
      await source.run(`GRANT SELECT ON rivers TO ${source.role}`);
    });
    afterAll(async () => {
      await mails.down();
      await source.drop();
    });

    it('migrates, logs in, mails, and queries', async () => {
      const { name, url } = await prepared();
      expect(await migrated(url)).toMatchObject({ code: 0, stdout: expect.stringMatching(/The database is up to date\.\n$/), stderr: '' });
      const environment = { DATABASE_URL: url, HEADGATE_DEMO: 'true', SMTP_URL: mails.url };
      const program = ours().run('main', { environment });
      const http = new HttpClient(await program.listening());
      const { accessToken: token } = await logIn(http, 'olivia');

      await http.post('/api/auth/password-reset/request', { email: 'olivia@delta.example' });
      await eventually('a mail', () => mails.received.length > 0);

      const registration = {
        organization_id: 1,
        name: 'Rivers',
        engine: 'postgresql',
        connection: source.connection(),
      };
      const registered = await http.post('/api/v1/data-sources', registration, { token });
      const { id } = registered.body.data.data_source;
      await http.post(`/api/v1/data-sources/${id}/discover-schema`, undefined, { token });
      const answer = await http.post(`/api/v1/data-sources/${id}/query`, { sql: 'SELECT name FROM rivers' }, { token });
      expect(answer.body.data.rows).toEqual([['Nile']]);

      expect((await http.get('/health/ready')).status).toBe(200);
      expect(await owned(url)).toEqual(expect.arrayContaining([name, 'graphile_worker']));
      expect((await program.stop()).code).toBe(0);
    });

    it('keeps its tables in public where it has no schema of its own', async () => {
      const inPublic = 'GRANT USAGE, CREATE ON SCHEMA public TO headgate;';
      const { url } = await prepared((sql) => sql.replace(/CREATE SCHEMA headgate .*/, inPublic));
      expect(await migrated(url)).toMatchObject({ code: 0, stderr: '' });
      expect(await owned(url)).toEqual(expect.arrayContaining(['public', 'graphile_worker']));
    });
  });

  it.each([
    ['the schema of jobs', /CREATE SCHEMA graphile_worker .*/, '', /Run: CREATE SCHEMA graphile_worker AUTHORIZATION /],
    ['its own schema', /CREATE SCHEMA headgate .*/, '', /Run: GRANT USAGE, CREATE ON SCHEMA public TO /],
    ['the extension', 'CREATE EXTENSION pg_trgm;', '', /Run in this database: CREATE EXTENSION pg_trgm;/],
    ['a way to the extension', 'pg_trgm;', 'pg_trgm; REVOKE USAGE ON SCHEMA public FROM PUBLIC;', /GRANT USAGE on that/],
    [
      'a right in the schema of jobs',
      /(CREATE SCHEMA graphile_worker) .*/,
      '$1;',
      /Run: GRANT USAGE, CREATE ON SCHEMA graphile_worker TO /,
    ],
  ])('is told which right is missing, and nothing is changed: %s', async (_, statement, instead, sentence) => {
    const { url } = await prepared((sql) => sql.replace(statement, instead));
    const { code, stderr } = await migrated(url);
    expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)]);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(await owned(url)).toEqual([]);
  });

  it('is told that it may hold too few connections, and no fault of the service itself is logged', async () => {
    const { name, url, run } = await prepared();
    await migrated(url);
    await run(`ALTER ROLE ${name} CONNECTION LIMIT 5`);
    const program = ours().run('main', { environment: { DATABASE_URL: url } });
    const http = new HttpClient(await program.listening());
    const lines = () => program.stdout.split('\n').filter((line) => line.startsWith('{'));
    expect(lines().filter((line) => line.includes(`The role ${name} allows 5 connections, and this instance opens up to 30`))).toHaveLength(
      1,
    );
    // The requests hold what the worker needs, and go on until it has missed it: it may have been first.
    const missed = () => lines().filter((line) => /cannot start yet/.test(line)).length > 2;
    const asked = Array.from({ length: 20 }, async () => {
      while (!missed()) await http.get('/health/ready');
    });
    await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${name}'`);
    await Promise.all(asked);
    const faults = lines().filter((line) => /"level":(50|60|"error")/.test(line) && /after calling end/.test(line));
    expect(faults).toEqual([]);
    await program.stop();
  });

  it('says who owns the tables, after a restore by another role', async () => {
    const { name, url, run } = await prepared();
    await migrated(url);
    await run(`ALTER TABLE ${name}.schema_migrations OWNER TO CURRENT_USER`);
    const ofTables = await ours()
      .run('main', { environment: { DATABASE_URL: url } })
      .finished();
    expect(ofTables).toMatchObject({ code: 1, stderr: expect.stringMatching(/belong to headgate.* OWNER TO rights_/) });
    await run(`ALTER TABLE ${name}.schema_migrations OWNER TO ${name}`);
    await run(`ALTER TABLE graphile_worker.migrations OWNER TO CURRENT_USER`);
    const ofJobs = await ours()
      .run('main', { environment: { DATABASE_URL: url } })
      .finished();
    expect(ofJobs).toMatchObject({ code: 1, stderr: expect.stringMatching(/in graphile_worker belong to headgate/) });
  });
});

/** The schemas in which there are tables. */
async function owned(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT relnamespace::regnamespace::text AS name FROM pg_class
     WHERE relkind = 'r' AND relowner = current_user::regrole`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}
