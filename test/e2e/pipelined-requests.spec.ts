import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../platform/fixtures/eventually.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const METRICS_TOKEN = 'metrics-token-for-tests';
/** Larger than what the kernel takes for a client that does not read. */
const LARGE = '/docs/reference.js';

describe('requests that are sent before the answers are read', () => {
  let app: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    app = await startTestApp({ environment: { METRICS_TOKEN } });
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => app.close());

  /** Sends it all at once. The answers stay unread until a listener is added. */
  const send = async (text: string): Promise<Socket> => {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause();
    socket.write(text);
    return socket;
  };
  const requestFor = (path: string, id: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nHost: headgate.test\r\nX-Request-Id: ${id}\r\n${more}\r\n`;
  const postTo = (path: string, id: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: headgate.test\r\nX-Request-Id: ${id}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  const times = (count: number, write: (index: number) => string) => Array.from({ length: count }, (_, i) => write(i));
  const underWay = async (): Promise<number> => {
    const { text } = await app.http.get('/metrics', { token: METRICS_TOKEN });
    // Without the one that asks.
    return Number(/^http_requests_under_way (\d+)$/m.exec(text)?.[1]) - 1;
  };
  const idsOf = (text: string) => [...text.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => id);
  const readUntil = async (socket: Socket, isEnough: (text: string) => boolean): Promise<string> => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))).resume();
    await eventually('all answers are there', () => isEnough(text));
    return text;
  };

  it('are handled one at a time: 25 connections with 40 each hold 25 answers, not 1,000', async () => {
    await Promise.all(times(25, (at) => times(40, (i) => requestFor(LARGE, `c${at}-${i}`)).join('')).map(send));
    await eventually('each connection has its answer waiting', async () => (await underWay()) >= 25);
    expect(await underWay()).toBe(25);
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually('nothing is done for who has left', async () => (await underWay()) === 0);
  });

  it('are all answered in their order once the client reads, with their bodies', async () => {
    const one = (i: number) => (i % 2 === 0 ? requestFor('/health/live', `r${i}`) : postTo('/api/auth/refresh', `r${i}`, `{"n":${i}}`));
    const expected = times(40, (i) => `r${i}`);
    const text = await readUntil(await send(times(40, one).join('')), (all) => idsOf(all).length >= 40);
    expect(idsOf(text)).toEqual(expected);
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(times(40, (i) => (i % 2 === 0 ? '200' : '400')));
  });

  it('are answered when the last one comes in two parts, behind others', async () => {
    const whole = times(10, (i) => postTo('/api/auth/refresh', `h${i}`, JSON.stringify({ n: 'x'.repeat(500) }))).join('');
    const socket = await send(whole.slice(0, -100));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))).resume();
    await eventually('nine are answered', () => idsOf(text).length === 9);
    socket.write(whole.slice(-100));
    await eventually('the last one is answered', () => idsOf(text).length === 10);
  });

  it('end the connection when a hundred wait: of a burst of 5,000 cheap POSTs nearly none is looked at', async () => {
    const before = app.log.length;
    const socket = await send(times(5_000, (i) => postTo('/api/auth/refresh', `b${i}`, '{}')).join(''));
    socket.resume();
    // The requests that it leaves unread may reset the connection, so an error can come first.
    await new Promise((resolve) => void socket.once('close', resolve));
    await eventually('all that had begun has ended', async () => (await underWay()) === 0);
    const handled = app.log.slice(before).filter((line) => /"request_id":"b\d+"/.test(line) && /"request"/.test(line));
    expect(handled.length).toBeLessThan(100);
  });

  it('end the connection when the client does not read the answer, but not when the work takes long', async () => {
    const server = app.app.getHttpServer();
    const { timeout } = server;
    const fired: string[] = [];
    server.timeout = 100;
    server.prependListener('request', (request, response) => response.on('timeout', () => fired.push(request.url ?? '')));
    try {
      const deaf = await send(requestFor(LARGE, 'd0').repeat(5));
      await eventually('the server gives up', async () => (await underWay()) === 0 && fired.includes(LARGE));
      deaf.destroy();
      const holder = app.dataSource.createQueryRunner();
      await holder.startTransaction();
      await holder.query('LOCK TABLE attempt_throttles IN ACCESS EXCLUSIVE MODE');
      const patient = await send(postTo('/api/auth/refresh', 'p0', '{"refresh_token":"unknown"}'));
      await eventually('the request has taken long', () => fired.includes('/api/auth/refresh'));
      await holder.rollbackTransaction();
      await holder.release();
      expect(await readUntil(patient, (text) => idsOf(text).length === 1)).toContain('HTTP/1.1 401');
    } finally {
      server.timeout = timeout;
    }
  });
});
