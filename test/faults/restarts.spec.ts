import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { testEnvironment } from '../setup/test-environment.mjs';
import { eventually } from '../platform/fixtures/eventually.js';
import { HeadgateProcess } from '../support/headgate-process.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';
import { startTestApp } from '../support/test-app.js';

const LONG = { SHUTDOWN_GRACE_SECONDS: '300' };

describe('a restart', () => {
  const ours = installation();
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  const leave = async (signal: NodeJS.Signals, environment: Record<string, string> = LONG) => {
    const program = ours().run('main', { environment });
    const url = await program.listening();
    const http = new HttpClient(url);
    expect((await http.get('/health/ready')).headers.get('connection')).toBe('keep-alive');
    program.child.kill(signal);
    return { program, http, url };
  };

  it('is announced while the instance still takes what comes: ready says no, and each answer ends its connection', async () => {
    const { program, http } = await leave('SIGTERM');
    await program.printed(/shutting down/);
    const ready = await http.get('/health/ready');
    expect([ready.status, ready.body.code, ready.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '1']);
    const login = { username: 'olivia', password: 'river-delta-headgate' };
    for (const answer of [await http.get('/health/live'), await http.post('/api/auth/login', login)])
      expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    program.child.kill('SIGTERM');
    expect((await program.finished()).code).toBe(0);
    await expect(http.get('/health/live')).rejects.toThrow();
  });

  it('cuts no connection that rests before the time of grace is over', async () => {
    const program = ours().run('main', { environment: LONG });
    const { hostname, port } = new URL(await program.listening());
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ask = 'GET /health/live HTTP/1.1\r\nHost: headgate.test\r\n\r\n';
    socket.write(ask);
    await eventually('it is answered', () => text.includes('{"status":"ok"}'));
    expect(text).toMatch(/^connection: keep-alive/im);
    program.child.kill('SIGTERM');
    await program.printed(/shutting down/);
    text = '';
    socket.write(ask);
    await once(socket, 'end');
    expect(text).toMatch(/^HTTP\/1\.1 200 [^]*^connection: close/im);
    expect((await program.stop()).code).toBe(0);
  });

  it('resets nothing that came while the process had no turn, even if the time of grace is over', async () => {
    const program = ours().run('main', { environment: { SHUTDOWN_GRACE_SECONDS: '1' } });
    const { hostname, port } = new URL(await program.listening());
    const open = async (): Promise<Socket> => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    };
    const answered = async (socket: Socket): Promise<string> => {
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      await Promise.race([once(socket, 'end'), once(socket, 'close')]).catch((error: Error) => (text = error.message));
      return text;
    };
    const kept = await open();
    const ask = 'GET /openapi.json HTTP/1.1\r\nHost: headgate.test\r\n\r\n';
    kept.write('GET /health/live HTTP/1.1\r\nHost: headgate.test\r\n\r\n');
    await once(kept, 'data');
    program.child.kill('SIGTERM');
    await program.printed(/shutting down/);
    program.child.kill('SIGSTOP');
    const stopped = Date.now();
    const sent = [kept, await open()];
    for (const socket of sent) socket.write(ask);
    await eventually('the time of grace is over', () => Date.now() - stopped > 1_100);
    const answers = Promise.all(sent.map(answered));
    program.child.kill('SIGCONT');
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect((await program.finished()).code).toBe(0);
  });

  it('is immediate after Ctrl-C', async () => {
    const { program } = await leave('SIGINT');
    expect((await program.finished()).code).toBe(0);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('by npm: no orphan is left when npm gets %s', async (signal) => {
    const npm = spawn('npm', ['start'], {
      env: {
        ...testEnvironment,
        PATH: process.env['PATH'] ?? '',
        HOME: ours().directory,
        npm_config_update_notifier: 'false',
        DATABASE_URL: ours().database.url,
        HEADGATE_DATA_DIR: `${ours().directory}/npm`,
        PUBLIC_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const program = HeadgateProcess.of(npm);
    const http = new HttpClient(await program.listening());
    npm.kill(signal);
    // Its output stays open as long as a process holds it, so its end means that the service too has ended.
    await program.finished();
    await expect(http.get('/health/live')).rejects.toThrow();
  });

  it('finds a port that is taken before it touches the database, and names the variable', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const empty = await ours().emptyDatabase();
    for (const variable of ['PORT', 'MANAGEMENT_PORT', 'METRICS_PORT']) {
      const environment = { DATABASE_URL: empty.url, [variable]: String(port) };
      const { code, stderr } = await ours().run('main', { environment }).finished();
      expect([code, stderr]).toEqual([1, expect.stringContaining(`set ${variable} to a free port`)]);
    }
    other.close();
    const client = new Client({ connectionString: empty.url });
    await client.connect();
    expect((await client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rowCount).toBe(0);
    await client.end();
    await empty.drop();
  });

  it('a body that announces that it is too large is answered before it comes', async () => {
    const app = await startTestApp();
    const { hostname, port } = new URL(app.url);
    for (const path of ['/api/auth/login', '/api/v1/organizations']) {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      const head = `POST ${path} HTTP/1.1\r\nHost: headgate.test\r\nContent-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: 10000000000\r\n\r\n{`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    }
    await app.close();
  });
});
