import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openPort } from '../../src/platform/http/listen.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const HTML = { Accept: 'text/html,application/xhtml+xml;q=0.9' };
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));

describe('a service that listens at localhost', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const opened = async (listener: RequestListener): Promise<number> => {
    server = await openPort(createServer(listener), 'PORT', 0, 'localhost');
    return (server.address() as AddressInfo).port;
  };

  it('answers at both loopback addresses', async () => {
    const port = await opened((_request, response) => response.end('here'));
    for (const host of hasIpv6 ? ['127.0.0.1', '[::1]', 'localhost'] : ['127.0.0.1', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here');
  });

  (hasIpv6 ? it : it.skip)('waits at its end for what came through the second one, and takes nothing new', async () => {
    const arrived: (() => void)[] = [];
    const arrival = new Promise<void>((resolve) => arrived.push(resolve));
    let answer: () => void = () => undefined;
    const port = await opened((_request, response) => {
      answer = () => response.end('done');
      arrived[0]?.();
    });
    const asked = fetch(`http://[::1]:${port}/`, { headers: { Connection: 'close' } });
    await arrival;
    const order: string[] = [];
    const closed = new Promise<void>((resolve) =>
      server.close(() => {
        order.push('closed');
        resolve();
      }),
    );
    await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow();
    order.push('answered');
    answer();
    expect(await (await asked).text()).toBe('done');
    await closed;
    expect(order).toEqual(['answered', 'closed']);
  });

  (hasIpv6 ? it : it.skip)('does not start where another program has the second one', async () => {
    const other = createNetServer().listen(0, '::1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    server = createServer();
    await expect(openPort(server, 'PORT', port, 'localhost')).rejects.toThrow(`Port ${port} of ::1 is taken (EADDRINUSE)`);
    expect(server.listening).toBe(false);
    other.close();
  });
});

describe('pages on a person’s own machine', () => {
  let app: TestApp, behindName: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { PUBLIC_URL: 'http://localhost:3999' } });
    behindName = await startTestApp({ database: { url: app.databaseUrl } });
  });
  afterAll(async () => {
    await behindName.close();
    await app.close();
  });
  const open = (path: string, Host: string, headers: Readonly<Record<string, string>> = HTML, on = app) =>
    on.http.send('GET', path, undefined, { headers: { Host, ...headers } });

  it.each(['127.0.0.1:3999', '127.1.2.3:3999', '[::1]:3999'])('are at localhost, and not at %s', async (host) => {
    const { status, headers } = await open('/docs?a=b&c=%2F', host);
    expect([status, headers.get('location')]).toEqual([302, 'http://localhost:3999/docs?a=b&c=%2F']);
    const head = await app.http.send('HEAD', '/', undefined, { headers: { Host: host, ...HTML } });
    expect(head.status).toBe(302);
  });

  it('stay where they are under a name, and where the service has another address', async () => {
    expect((await open('/docs', 'localhost:3999')).status).toBe(200);
    expect((await open('/docs', '127.0.0.1.evil.example')).status).toBe(200);
    expect((await open('/docs', '127.0.0.1:3999', HTML, behindName)).status).toBe(200);
  });

  it('leave the API where it is', async () => {
    expect((await open('/api/v1/me', '127.0.0.1:3999')).status).toBe(401);
    expect((await open('/health/live', '127.0.0.1:3999')).status).toBe(200);
    expect((await open('/openapi.json', '127.0.0.1:3999')).status).toBe(200);
    expect((await open('/', '127.0.0.1:3999', { Accept: 'application/json' })).status).toBe(404);
    const posted = await app.http.post('/', {}, { headers: { Host: '127.0.0.1:3999', ...HTML } });
    expect(posted.status).toBe(404);
  });
});
