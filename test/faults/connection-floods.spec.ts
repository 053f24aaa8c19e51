import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type Socket, connect } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { freePort } from '../support/demo-service.js';
import { HttpClient } from '../support/http-client.js';
import { installation } from '../support/installation.js';

const DESCRIPTORS = 400;
const REFUSED = /"port":"PORT","limit":200,"times":1,"msg":"connections are refused/;
const onLinux = process.platform === 'linux' ? it : it.skip;
const whereLimitsChange = spawnSync('prlimit', ['--version']).status === 0 ? it : it.skip;

describe('a flood of connections that say nothing', () => {
  const ours = installation();
  const sockets: Socket[] = [];
  const calm = (): void => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  afterEach(calm);

  const start = async (options: { readonly descriptors?: number; readonly variable?: string } = {}) => {
    const managementPort = await freePort();
    const environment = { [options.variable ?? 'MANAGEMENT_PORT']: String(managementPort), LOG_LEVEL: 'info' };
    const program = ours().run('main', { ...options, environment });
    const url = await program.listening();
    const management = `http://127.0.0.1:${managementPort}`;
    // Not a client of the API, whose answers are held against the document: metrics have no token here.
    const status = async (path: string, method = 'GET'): Promise<number> => (await fetch(`${management}${path}`, { method })).status;
    return { program, http: new HttpClient(url), url, status, management };
  };
  const flood = (url: string, count: number) => {
    const { hostname, port } = new URL(url);
    const more = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => undefined));
    sockets.push(...more);
    return Promise.all(more.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])));
  };

  onLinux('leaves the port of management answering when the port of clients takes no more, and is told once', async () => {
    const { program, http, url, status } = await start({ descriptors: DESCRIPTORS });
    await flood(url, 2 * DESCRIPTORS);
    await expect(http.get('/health/live')).rejects.toThrow();
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect([path, await status(path)]).toEqual([path, 200]);
    await program.printed(REFUSED);
    calm();
    await eventually('clients are answered again', () =>
      http.get('/health/live').then(
        (answer) => answer.status === 200,
        () => false,
      ),
    );
    expect(program.stdout.match(/connections are refused/g)).toHaveLength(1);
    expect((await program.stop()).code).toBe(0);
  });

  whereLimitsChange(
    'or other work, and no descriptor is left: the log says what to do, and the service goes on when there are some',
    async () => {
      const { program, http, url } = await start();
      const { pid } = program.child;
      const limit = (descriptors: number) => spawnSync('prlimit', [`--pid=${pid}`, `--nofile=${descriptors}:`]);
      expect((await http.get('/health/live')).status).toBe(200);
      limit(readdirSync(`/proc/${pid}/fd`).length);
      // A connection to the database may close meanwhile. The descriptor that it leaves is taken again.
      const flooding = setInterval(() => void flood(url, 50), 500);
      await program
        .printed(/"msg":"no file descriptor is left, so connections are closed unanswered: raise LimitNOFILE/)
        .finally(() => clearInterval(flooding));
      limit(DESCRIPTORS);
      calm();
      expect((await new HttpClient(url).get('/health/live')).status).toBe(200);
      expect((await program.stop()).code).toBe(0);
    },
  );

  it('concerns a port with nothing but health and metrics, which its old name opens too and warns', async () => {
    const { program, status, management } = await start({ variable: 'METRICS_PORT' });
    const answer = await fetch(`${management}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await answer.text()).toContain('http_request_duration_seconds');
    expect(await (await fetch(`${management}/health/live`)).json()).toEqual({ status: 'ok' });
    for (const path of ['/', '/metrics/', '/metrics/x', '/health', '/health/live/', '/api/v1/me', '//health/live', '/openapi.json'])
      expect([path, await status(path)]).toEqual([path, 404]);
    expect(await status('/metrics', 'POST')).toBe(404);
    expect(program.stdout).toMatch(/METRICS_PORT is now MANAGEMENT_PORT/);
    expect((await program.stop()).code).toBe(0);
  });

  it('may meet an instance that leaves: management says that it is not ready, until the end', async () => {
    const managementPort = String(await freePort());
    const environment = { MANAGEMENT_PORT: managementPort, SHUTDOWN_GRACE_SECONDS: '300', LOG_LEVEL: 'info' };
    const program = ours().run('main', { environment });
    await program.listening();
    program.child.kill('SIGTERM');
    await program.printed(/shutting down/);
    const statuses = await Promise.all(
      ['live', 'ready'].map(async (name) => (await fetch(`http://127.0.0.1:${managementPort}/health/${name}`)).status),
    );
    expect(statuses).toEqual([200, 503]);
    program.child.kill('SIGTERM');
    expect((await program.finished()).code).toBe(0);
    await expect(fetch(`http://127.0.0.1:${managementPort}/health/live`)).rejects.toThrow();
  });
});
