import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { UNPRIVILEGED_ACCOUNT } from '../../src/platform/embedded-postgres/server-account.js';
import { type PreparedDatabase, documented, prepareDatabase } from '../support/documented.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { logIn } from '../support/test-app.js';
import { eventually } from '../platform/fixtures/eventually.js';

const wherePgbouncerIs = spawnSync('pgbouncer', ['--version']).status === 0 ? it : it.skip;
if (wherePgbouncerIs === it.skip) process.stdout.write('pgbouncer is not installed here: its modes are skipped.\n');

describe('behind PgBouncer', () => {
  const ours = installation();
  let directory: string;
  let database: PreparedDatabase;
  let bouncer: ChildProcess | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'headgate-pgbouncer-'));
    await chmod(directory, 0o755);
    database = await prepareDatabase(process.env['HEADGATE_TEST_SERVER'] ?? '');
  });
  afterEach(async () => {
    if (bouncer === undefined) return;
    bouncer.kill('SIGKILL');
    await once(bouncer, 'close');
    bouncer = undefined;
  });
  afterAll(async () => {
    await database.drop();
    await rm(directory, { recursive: true, force: true });
  });

  /** @returns the URL that leads through it, with the settings that are documented */
  const through = async (change: (settings: string) => string): Promise<string> => {
    const [settings = ''] = documented('docs/database.md', '## PgBouncer', 'ini');
    const url = new URL(database.url);
    const port = await freePort();
    const file = join(directory, 'pgbouncer.ini');
    const own = [`listen_addr = 127.0.0.1`, `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = any'].join('\n');
    const target = `host=${url.hostname} port=${url.port} user=${database.name} password=secret`;
    await writeFile(file, `[databases]\n${database.name} = ${target}\n${change(settings)}\n${own}\n`);
    const account = process.getuid?.() === 0 ? UNPRIVILEGED_ACCOUNT : {};
    bouncer = spawn('pgbouncer', [file], { stdio: 'ignore', ...account });
    await eventually('pgbouncer', () => takesConnections(port));
    url.port = String(port);
    return url.href;
  };

  wherePgbouncerIs('works where it keeps sessions', async () => {
    const environment = { DATABASE_URL: await through((settings) => settings), HEADGATE_DEMO: 'true' };
    const program = ours().run('main', { environment });
    const http = new HttpClient(await program.listening());
    await logIn(http, 'olivia');
    expect((await http.get('/health/ready')).status).toBe(200);
    expect((await program.stop()).code).toBe(0);
  });

  wherePgbouncerIs.each(['transaction', 'statement'])('refuses to start where it keeps a session for a %s', async (mode) => {
    const url = await through((settings) => settings.replace('pool_mode = session', `pool_mode = ${mode}`));
    const { code, stderr } = await ours()
      .run('main', { environment: { DATABASE_URL: url } })
      .finished();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/set its pool_mode to session/)]);
  });

  wherePgbouncerIs('refuses also where it goes round', async () => {
    const url = await through((settings) =>
      `${settings}\nserver_round_robin = 1\nmin_pool_size = 2`.replace('pool_mode = session', 'pool_mode = transaction'),
    );
    const { code, stderr } = await ours()
      .run('cli/migrate', { environment: { DATABASE_URL: url } })
      .finished();
    expect([code, stderr]).toEqual([1, expect.stringMatching(/set its pool_mode to session/)]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  const isOpen = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'close').then(() => false)]).catch(() => false);
  socket.destroy();
  return isOpen;
}
