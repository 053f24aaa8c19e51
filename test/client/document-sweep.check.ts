import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LARGEST_INTEGER } from '../../src/platform/http/id-param.js';
import { type Border, type DocumentedOperation, bordersIn, operationsOf } from '../support/documented-values.js';
import { requestFor } from '../support/route-requests.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

/** They answer this before they look at a body. */
const ASKED_BEFORE = [
  ...['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN', 'UNAUTHORIZED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  // Forms and pictures, for what is sent here is JSON.
  'UNSUPPORTED_MEDIA_TYPE',
];
const PEOPLE = { nobody: null, stranger: 'oscar', viewer: 'vera', admin: 'adam', system: 'sysadmin' } as const;

type Who = keyof typeof PEOPLE;

/**
 * `right-requests.check.ts` sends what is right, `borderline.check.ts` one value at a time. Here people send all that is wrong at once, and
 * programs try every door that is not theirs: `HttpClient` refuses each answer whose status, headers or body are not as declared.
 */
describe('every operation of the document, called by anybody', () => {
  const operations = operationsOf();
  const judged = operations.filter(({ path }) => /^\/(?:api|access)\//.test(path));
  let app: TestApp;
  const tokens = new Map<Who, string>();
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
  });
  afterAll(() => app.close());

  /** A new session for what may end it. */
  const tokenOf = async (who: Who, path: string): Promise<string | undefined> => {
    const { [who]: username } = PEOPLE;
    if (username === null) return undefined;
    const kept = tokens.get(who);
    if (kept !== undefined && !path.startsWith('/api/auth/')) return kept;
    const { accessToken } = await logIn(app.http, username);
    if (!path.startsWith('/api/auth/')) tokens.set(who, accessToken);
    return accessToken;
  };

  /** All values at once, for each field the first of its borders or the last. */
  const sendAll = async (one: DocumentedOperation, which: 'last' | 'beyond', { id = 1, who = 'admin' as Who }) => {
    const { query, body } = bordersIn(one);
    const valuesOf = (borders: readonly Border[]) =>
      Object.fromEntries(
        borders
          .toReversed()
          .filter((border) => border[which] !== undefined && /^\w+$/.test(border.name))
          .map((border) => [border.name, border[which]]),
      );
    const asked = new URLSearchParams(Object.entries(valuesOf(query)).map(([name, value]): [string, string] => [name, String(value)]));
    const sent = one.operation.requestBody && valuesOf(body);
    const address = `${one.path.replaceAll(/{\w+}/g, String(id))}${asked.size > 0 ? `?${asked}` : ''}`;
    const token = await tokenOf(who, one.path);
    return app.http.send(one.method, address, sent, { token, headers: { 'If-Match': '"1"', Accept: '*/*' } });
  };

  it('is as declared where everything is beyond its border, whoever calls', async () => {
    const told: unknown[] = [];
    for (const one of judged) {
      const { query, body } = bordersIn(one);
      const { security = [] } = one.operation;
      const needsCaller = security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0);
      for (const who of Object.keys(PEOPLE) as Who[]) {
        const { status } = await sendAll(one, 'beyond', { who });
        const hasBorders = query.length + body.length > 0;
        const isRight = who === 'nobody' && needsCaller ? status === 401 : !hasBorders || (status >= 400 && status < 500);
        if (!isRight) told.push([one.operation.operationId, who, status]);
      }
    }
    expect(told).toEqual([]);
  });

  it('finds nothing at the largest id, and refuses one beyond it, whoever calls', async () => {
    const told: unknown[] = [];
    const named = operations.filter(({ operation }) =>
      operation.parameters?.some(({ in: place, schema }) => place === 'path' && schema?.['type'] === 'integer'),
    );
    for (const one of named)
      for (const who of Object.keys(PEOPLE) as Who[]) {
        const last = await sendAll(one, 'last', { id: LARGEST_INTEGER, who });
        const beyond = await sendAll(one, 'last', { id: LARGEST_INTEGER + 1, who });
        for (const { status } of [last, beyond]) if (status < 300 || status >= 500) told.push([one.operation.operationId, who, status]);
        if (beyond.status >= 400 && beyond.status !== 400 && !ASKED_BEFORE.includes(beyond.body?.code))
          told.push([one.operation.operationId, who, 'beyond', beyond.status]);
      }
    expect(told).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it('takes a program only where its token is meant', async () => {
    const { accessToken: token } = await logIn(app.http, 'olivia');
    const asked = { name: 'Sweep', organization_id: 1, scopes: ['query.run'] };
    const key: string = (await app.http.post('/api/v1/access-keys', asked, { token })).body.data.access_key.token;
    const { token: scim } = await scimClient(app, 1);
    const told: unknown[] = [];
    for (const { path, method, operation } of operations) {
      const [scheme] = operation.security ?? [];
      if (scheme === undefined || Object.keys(scheme).length === 0) continue;
      const { path: address, body, headers } = requestFor(`${method} ${path.replaceAll(/{(\w+)}/g, ':$1')}`, {});
      for (const wrong of 'scim' in scheme ? [key, token] : [key, scim]) {
        const { status } = await app.http.send(method, address, body, { token: wrong, headers });
        if (status !== 401) told.push([operation.operationId, status]);
      }
    }
    expect(told).toEqual([]);
  });
});
