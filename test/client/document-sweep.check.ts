import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LARGEST_INTEGER } from '../../src/platform/http/id-param.js';
import { type Border, type DocumentedOperation, bordersOf, allMembersOf, bodyWith, operationsOf } from '../support/documented-values.js';
import type { Answer } from '../support/http-client.js';
import { requestFor } from '../support/route-requests.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Detail {
  readonly field: string;
  readonly code: string;
}

/** They answer this before they look at a body. */
const ASKED_BEFORE = [
  ...['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN', 'UNAUTHORIZED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  // Forms and pictures, for what is sent here is JSON.
  'UNSUPPORTED_MEDIA_TYPE',
];
/** A member that no body has: with it a request is refused, whatever else is right, and changes nothing. */
const NONE_OF_ITS = { sweeps_through_the_document: 1 };
const PEOPLE = { nobody: null, stranger: 'oscar', viewer: 'vera', admin: 'adam', system: 'sysadmin' } as const;

type Who = keyof typeof PEOPLE;

/** A credential of a browser is judged as a whole. */
function isWithin(field: string, whole: string): boolean {
  return field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
}

/**
 * `right-requests.check.ts` sends what is right. Here people send what lies at the bounds of the document and beyond them, and programs try every
 * door that is not theirs: `HttpClient` refuses each answer whose status, headers or body are not as declared.
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

  const bordersOfOperation = ({ operation }: DocumentedOperation) => ({
    query: (operation.parameters ?? [])
      .filter((one) => one.in === 'query')
      .flatMap(({ name, schema }) => bordersOf(name, schema ?? {}, 'query')),
    body: allMembersOf(operation).flatMap(([name, member]) => bordersOf(name, member, 'body')),
  });

  /** All values at once, for each field the first of its borders or the last. */
  const sendAll = async (
    one: DocumentedOperation,
    which: 'last' | 'beyond',
    { id = 1, who = 'admin' as Who, upper = false, more = {} },
  ) => {
    const { query, body } = bordersOfOperation(one);
    const valuesOf = (borders: readonly Border[]) =>
      Object.fromEntries(
        (upper ? borders : borders.toReversed())
          .filter((border) => border[which] !== undefined && /^\w+$/.test(border.name))
          .map((border) => [border.name, border[which]]),
      );
    const asked = new URLSearchParams(Object.entries(valuesOf(query)).map(([name, value]): [string, string] => [name, String(value)]));
    const sent = one.operation.requestBody && { ...valuesOf(body), ...more };
    const address = `${one.path.replaceAll(/{\w+}/g, String(id))}${asked.size > 0 ? `?${asked}` : ''}`;
    const token = await tokenOf(who, one.path);
    return app.http.send(one.method, address, sent, { token, headers: { 'If-Match': '"1"', Accept: '*/*' } });
  };

  /** One value beyond its border, in what is otherwise right. */
  const sendAlone = async ({ path, method }: DocumentedOperation, border: Border, isOfQuery: boolean): Promise<Answer> => {
    const right = requestFor(`${method} ${path.replaceAll(/{(\w+)}/g, ':$1')}`, {});
    const options = { token: await tokenOf('admin', path), headers: { 'If-Match': '"1"', ...right.headers } };
    if (isOfQuery) {
      const address = `${right.path.split('?', 1)[0]}?${new URLSearchParams([[border.name, String(border.beyond)]])}`;
      return app.http.send(method, address, right.body, options);
    }
    const body = bodyWith(JSON.parse(right.body ?? '{}') as object, border.name, border.beyond);
    return app.http.send(method, right.path, body, options);
  };

  const detailsOf = ({ body }: Answer): readonly Detail[] => body?.details ?? [];

  it('is as declared where everything is beyond its border, whoever calls', async () => {
    const told: unknown[] = [];
    for (const one of judged) {
      const { query, body } = bordersOfOperation(one);
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

  it('lets pass what lies at its lower and at its upper border', async () => {
    const told: unknown[] = [];
    for (const one of judged)
      for (const upper of [false, true]) {
        const { query, body } = bordersOfOperation(one);
        const details = detailsOf(await sendAll(one, 'last', { upper, more: NONE_OF_ITS }));
        for (const { name, code, last } of [...query, ...body])
          if (details.some((detail) => detail.field === name && detail.code === code))
            told.push([one.operation.operationId, name, code, last]);
      }
    expect(told).toEqual([]);
  });

  it('refuses the first value beyond each border, and names it', async () => {
    const told: unknown[] = [];
    let borders = 0;
    for (const one of judged) {
      const { query, body } = bordersOfOperation(one);
      for (const border of [...query, ...body]) {
        const answer = await sendAlone(one, border, query.includes(border));
        if (ASKED_BEFORE.includes(answer.body?.code)) continue;
        borders += 1;
        if (!detailsOf(answer).some(({ field }) => isWithin(field, border.name) || isWithin(border.name, field)))
          told.push([one.operation.operationId, border.name, border.code, answer.status, answer.body?.code]);
      }
    }
    expect(told).toEqual([]);
    expect(borders).toBeGreaterThan(600);
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
