import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readApiDocument } from '../setup/api-contract.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PAGE = 'https://app.example';

const documented = Object.entries(readApiDocument().paths).map(([path, methods]) => ({
  address: path.replaceAll(/\{\w+\}/g, '1'),
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: Object.keys(methods).map((method) => method.toUpperCase()),
}));
/** A word in the place of an id belongs to two addresses of the document. */
const takenAt = (address: string): string[] => [
  ...new Set(documented.flatMap(({ pattern, methods }) => (pattern.test(address) ? methods : []))),
];
/** The door for AI clients and that for directories (`scim-http.spec.ts`) have answers of their own. */
const ADDRESSES = documented.map(({ address }) => address).filter((address) => !/^\/(mcp|scim)\b/.test(address));

describe('a method that an address does not take', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', CORS_ORIGINS: PAGE } });
    token = (await logIn(app.http, 'sysadmin')).accessToken;
  });
  afterAll(() => app.close());

  it('exists at nearly every address of the document', () => expect(ADDRESSES.length).toBeGreaterThan(180));

  it.each(ADDRESSES)('gets 405 at %s, and what the address takes', async (address) => {
    const taken = takenAt(address);
    const allowed = [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    for (const method of METHODS.filter((each) => !taken.includes(each)))
      for (const bearer of [token, undefined]) {
        const { status, headers, body } = await app.http.send(method, address, undefined, {
          ...(bearer && { token: bearer }),
        });
        expect([method, status, headers.get('allow')?.split(', ').sort()]).toEqual([method, 405, allowed]);
        expect(body).toMatchObject({ success: false, code: 'METHOD_NOT_ALLOWED' });
      }
  });

  it('leaves 404 to what is no address, whoever asks', async () => {
    for (const address of ['/api/v1/nothing', '/api/v1/me/nothing', '/nothing', '/access/v1', '/.well-known/nothing'])
      for (const method of METHODS) {
        const { status, headers } = await app.http.send(method, address, undefined, { token });
        expect([method, address, status, headers.get('allow')]).toEqual([method, address, 404, null]);
      }
  });

  it('does not touch HEAD, and what a browser asks before a request from another page', async () => {
    expect((await app.http.send('HEAD', '/api/v1/me', undefined, { token })).status).toBe(200);
    for (const address of ['/api/v1/me', '/api/auth/login', '/api/v1/nothing']) {
      const headers = { Origin: PAGE, 'Access-Control-Request-Method': 'POST' };
      const preflight = await app.http.send('OPTIONS', address, undefined, { headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, PAGE]);
    }
  });
});
