import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { HeldHashing } from '../support/held-hashing.js';
import { type TrustedClient, trustedClient } from '../support/mfa.js';
import type { Answer } from '../support/http-client.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';
const HOME = '203.0.113.50';

describe('a login while others lay siege to it', () => {
  let app: TestApp;
  let queue: HashQueue;
  let mia: TrustedClient;
  let hashing: HeldHashing | undefined;
  const sockets: Socket[] = [];
  const login = (username: string, password: string, ip: string, deviceToken?: string) =>
    app.http.post(
      '/api/auth/login',
      { username, password },
      { headers: { 'X-Forwarded-For': ip, ...(deviceToken !== undefined && { 'X-Device-Token': deviceToken }) } },
    );

  beforeAll(async () => {
    app = await startTestApp({ environment: { TRUST_PROXY: 'loopback', RATE_LIMIT_MULTIPLIER: '1000' } });
    queue = app.app.get(HashQueue, { strict: false });
    await login('olivia', DEMO_PASSWORD, HOME);
    mia = await trustedClient(app);
  });
  afterEach(() => {
    hashing?.endAll();
    jest.restoreAllMocks();
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => app.close());

  /** Holds every verification, and lets these logins, all with one password, come as far as they get. */
  async function besiege(logins: readonly (readonly [name: string, ip: string])[], waiting: number) {
    const held = HeldHashing.begin();
    hashing = held;
    const answers = Promise.all(logins.map(([name, ip]) => login(name, WRONG, ip)));
    await eventually('the siege stands', () => queue.depth >= waiting);
    return { held, answers };
  }

  /** Lets one more login come, then ends one verification after the other. @returns how many others begin before that of the login */
  async function overtaking(held: HeldHashing, newcomer: () => Promise<Answer>): Promise<[number, Promise<Answer>]> {
    const depth = queue.depth;
    const answer = newcomer();
    await eventually('the newcomer stands in the line', () => queue.depth > depth);
    const { length } = held.begun;
    while (held.begun.every((hashed) => hashed === held.begun[0])) {
      const before = held.begun.length;
      held.endOne();
      await eventually('the next begins', () => held.begun.length > before);
    }
    return [held.begun.length - length - 1, answer];
  }

  describe('with bodies that do not come', () => {
    const slow = (ip: string): Promise<string> => {
      const { hostname, port } = new URL(app.url);
      const socket = connect(Number(port), hostname);
      sockets.push(socket.on('error', () => undefined));
      socket.write(
        `POST /api/auth/login HTTP/1.1\r\nHost: ${hostname}\r\nX-Forwarded-For: ${ip}\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n{`,
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      return once(socket, 'close').then(() => text);
    };
    const connected = (count: number) =>
      eventually('they are connected', async () => {
        const server = app.app.getHttpServer();
        const open = await new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)));
        return open >= count && (await app.http.get('/health/live')).status === 200;
      });

    it('is answered, for a body that is not there holds no place', async () => {
      for (let socket = 0; socket < 200; socket += 1) void slow(`198.51.100.${socket % 2}`);
      await connected(200);
      expect((await login('olivia', DEMO_PASSWORD, HOME)).status).toBe(200);
      expect((await login('oscar', DEMO_PASSWORD, '198.51.100.77')).status).toBe(200);
    });

    it('is refused with 408 in the usual form when its own body does not come in time, and the connection ends', async () => {
      const [head = '', body = ''] = (await slow('198.51.100.1')).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 408 /);
      expect(head).toMatch(/\r\nConnection: close/i);
      expect(JSON.parse(body)).toMatchObject({ success: false, code: 'REQUEST_TIMEOUT' });
    });
  });

  describe.each<[string, () => Promise<Answer>]>([
    ['in a network from which the account has logged in before', () => login('olivia', DEMO_PASSWORD, HOME)],
    ['on a device that the account trusts', () => login('mia', DEMO_PASSWORD, '192.0.2.99', mia.deviceToken)],
  ])('%s', (_, owner) => {
    it('goes before 240 from 60 addresses', async () => {
      const strangers = Array.from({ length: 240 }, (_, n) => [`nobody-${n}`, `198.51.100.${n % 60}`] as const);
      const { held, answers } = await besiege(strangers, 56);
      const [overtakenBy, answer] = await overtaking(held, owner);
      expect(overtakenBy).toBe(0);
      held.endAll();
      expect((await answer).status).toBe(200);
      expect((await answers).map(({ status }) => status)).toEqual(Array(240).fill(401));
    });
  });

  it('waits for one turn of a /48 of IPv6, not for one of each /64 in it', async () => {
    const site = Array.from({ length: 40 }, (_, n) => [`nobody-${n}`, `2001:db8:7:${n.toString(16)}::1`] as const);
    const { held, answers } = await besiege(site, 32);
    const [overtakenBy, answer] = await overtaking(held, () => login('nobody-else', `${WRONG}-too`, '192.0.2.10'));
    expect(overtakenBy).toBeLessThanOrEqual(1);
    held.endAll();
    await Promise.all([answer, answers]);
  });

  it('is never hashed when its client hangs up while it waits, in whichever line', async () => {
    hashing = HeldHashing.begin();
    const patience = new AbortController();
    const left = Array.from({ length: 150 }, (_, n) =>
      fetch(`${app.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `198.51.100.${n % 50}` },
        body: JSON.stringify({ username: `gone-${n}`, password: WRONG }),
        signal: patience.signal,
      }).catch(() => null),
    );
    await eventually('they wait', () => queue.depth >= 56);
    const begun = hashing.begun.length;
    patience.abort();
    await Promise.all(left);
    await eventually('they have left the line', () => queue.depth === begun);
    hashing.endAll();
    expect((await login('olivia', DEMO_PASSWORD, HOME)).status).toBe(200);
    await eventually('the line is empty', () => queue.depth === 0);
    expect(hashing.begun).toHaveLength(begun + 1);
    expect(app.log.filter((line) => line.includes('request failed'))).toEqual([]);
  });
});
