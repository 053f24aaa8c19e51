import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiDocument, type Operation, readApiDocument } from '../setup/api-contract.js';
import { LARGEST_INTEGER } from '../../src/platform/http/id-param.js';
import type { Answer } from '../support/http-client.js';
import { requestFor } from '../support/route-requests.js';
import { scimClient } from '../support/scim.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The last value that a bound lets pass, the first that it refuses, and how an answer says so. */
interface Border {
  readonly name: string;
  readonly last: unknown;
  readonly beyond: unknown;
  readonly code: string;
}

interface Detail {
  readonly field: string;
  readonly code: string;
}

/** With a few of these a body is larger than what is read at all. */
const LONGEST = 3_000;
/** They answer this before they look at a body. */
const ASKED_BEFORE = [
  ...['FOREIGN_ORIGIN', 'INVALID_ACTIVATION_TOKEN', 'UNAUTHORIZED', 'FORBIDDEN', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  // Forms and pictures, for what is sent here is JSON.
  'UNSUPPORTED_MEDIA_TYPE',
];

/**
 * The access matrix sends what is right. Here people send what lies at the bounds of the document and beyond them, below /api but for logins,
 * and programs try every door that is not theirs: `HttpClient` refuses each answer whose status, headers or body are not as declared.
 */
describe('every operation of the document, called by anybody', () => {
  const document: ApiDocument = readApiDocument();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  let app: TestApp;
  let people: Readonly<Record<string, string | undefined>>;
  let programs: Readonly<Record<'key' | 'scim', string>>;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    const tokenOf = async (username: string) => (await logIn(app.http, username)).accessToken;
    people = { nobody: undefined, stranger: await tokenOf('oscar'), viewer: await tokenOf('vera'), admin: await tokenOf('adam') };
    const key = { name: 'Sweep', organization_id: 1, scopes: ['query.run'] };
    const made = await app.http.post('/api/v1/access-keys', key, { token: await tokenOf('olivia') });
    programs = { key: made.body.data.access_key.token, scim: (await scimClient(app, 1)).token };
  });
  afterAll(() => app.close());

  const resolved = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    return resolved((document.components.schemas as Readonly<Record<string, Schema>>)[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  };

  const borderOf = (name: string, given: Schema): Border[] => {
    const { type, pattern, format, maxLength, maximum, maxItems, enum: values } = resolved(given);
    const types = [type].flat();
    if (pattern !== undefined || format !== undefined || values !== undefined) return [];
    if (types.includes('string') && maxLength !== undefined && maxLength <= LONGEST)
      return [{ name, last: 'x'.repeat(maxLength), beyond: 'x'.repeat(maxLength + 1), code: 'too_long' }];
    if ((types.includes('integer') || types.includes('number')) && maximum !== undefined)
      return [{ name, last: maximum, beyond: maximum + 1, code: 'too_large' }];
    if (types.includes('array') && maxItems !== undefined && maxItems <= LONGEST)
      return [{ name, last: [], beyond: Array(maxItems + 1).fill('x'), code: 'too_many' }];
    return [];
  };

  const bordersOf = ({ parameters = [], requestBody }: Operation) => ({
    query: parameters.filter((one) => one.in === 'query').flatMap(({ name, schema }) => borderOf(name, (schema ?? {}) as Schema)),
    body: Object.entries(resolved((requestBody?.content['application/json']?.['schema'] ?? {}) as Schema).properties ?? {}).flatMap(
      ([name, member]) => borderOf(name, member),
    ),
  });

  /** All values at once. @param id for each number in the path */
  const send = (
    { path, method, operation }: (typeof operations)[number],
    which: 'last' | 'beyond',
    id: number,
    token: string | undefined,
  ) => {
    const { query, body } = bordersOf(operation);
    const asked = new URLSearchParams(query.map((border): [string, string] => [border.name, String(border[which])]));
    const sent = operation.requestBody && Object.fromEntries(body.map((border) => [border.name, border[which]]));
    const address = `${path.replaceAll(/{\w+}/g, String(id))}${asked.size > 0 ? `?${asked}` : ''}`;
    return app.http.send(method, address, sent, { token, headers: { 'If-Match': '"1"', Accept: '*/*' } });
  };

  /** One value beyond its bound, in what is otherwise right. */
  const sendAlone = async ({ path, method }: (typeof operations)[number], border: Border, isOfQuery: boolean): Promise<Answer> => {
    const right = requestFor(`${method} ${path.replaceAll(/{(\w+)}/g, ':$1')}`, {});
    const options = { token: people['admin'], headers: { 'If-Match': '"1"', ...right.headers } };
    if (isOfQuery) {
      const address = `${right.path.split('?', 1)[0]}?${new URLSearchParams([[border.name, String(border.beyond)]])}`;
      return app.http.send(method, address, right.body, options);
    }
    const body = { ...(JSON.parse(right.body ?? '{}') as object), [border.name]: border.beyond };
    return app.http.send(method, right.path, body, options);
  };

  const judged = operations.filter(({ path }) => path.startsWith('/api/') && !path.startsWith('/api/auth/'));

  it('is as declared where everything is at its bounds or beyond them, whoever calls', async () => {
    const told: unknown[] = [];
    for (const one of judged) {
      const { query, body } = bordersOf(one.operation);
      const borders = [...query, ...body];
      const needsCaller = one.operation.security?.every((scheme) => Object.keys(scheme).length > 0) && one.operation.security.length > 0;
      for (const [who, token] of Object.entries(people)) {
        const { status } = await send(one, 'beyond', 1, token);
        const isRight = who === 'nobody' && needsCaller ? status === 401 : borders.length === 0 || (status >= 400 && status < 500);
        if (!isRight) told.push([one.operation.operationId, who, status]);
      }
      const last = await send(one, 'last', 1, people['admin']);
      const details: readonly Detail[] = last.body?.details ?? [];
      for (const { name, code } of borders)
        if (details.some((detail) => detail.field === name && detail.code === code)) told.push([one.operation.operationId, name]);
    }
    expect(told).toEqual([]);
  });

  it('refuses the first value beyond each bound, and names it', async () => {
    const told: unknown[] = [];
    let bounds = 0;
    for (const one of judged) {
      const { query, body } = bordersOf(one.operation);
      for (const border of [...query, ...body]) {
        const answer = await sendAlone(one, border, query.includes(border));
        if (ASKED_BEFORE.includes(answer.body?.code)) continue;
        bounds += 1;
        const details: readonly Detail[] = answer.body?.details ?? [];
        if (!details.some(({ field }) => field === border.name || field.startsWith(`${border.name}[`)))
          told.push([one.operation.operationId, border.name, answer.status, answer.body?.code]);
      }
    }
    expect(told).toEqual([]);
    expect(bounds).toBeGreaterThan(100);
  });

  it('finds nothing at the largest id, and refuses one beyond it, whoever calls', async () => {
    const told: unknown[] = [];
    const named = operations.filter(({ operation }) =>
      operation.parameters?.some(({ in: place, schema }) => place === 'path' && schema?.['type'] === 'integer'),
    );
    for (const one of named)
      for (const [who, token] of Object.entries(people)) {
        const last = await send(one, 'last', LARGEST_INTEGER, token);
        const beyond = await send(one, 'last', LARGEST_INTEGER + 1, token);
        for (const { status } of [last, beyond]) if (status < 300 || status >= 500) told.push([one.operation.operationId, who, status]);
        if (beyond.status >= 400 && beyond.status !== 400 && !ASKED_BEFORE.includes(beyond.body?.code))
          told.push([one.operation.operationId, who, 'beyond', beyond.status]);
      }
    expect(told).toEqual([]);
    expect(named.length).toBeGreaterThan(100);
  });

  it('takes a program only where its token is meant', async () => {
    const told: unknown[] = [];
    for (const { path, method, operation } of operations) {
      const [scheme] = operation.security ?? [];
      if (scheme === undefined || Object.keys(scheme).length === 0) continue;
      const { path: address, body, headers } = requestFor(`${method} ${path.replaceAll(/{(\w+)}/g, ':$1')}`, {});
      const wrong = 'scim' in scheme ? [programs.key, people['admin']] : [programs.key, programs.scim];
      for (const token of wrong) {
        const { status } = await app.http.send(method, address, body, { token, headers });
        if (status !== 401) told.push([operation.operationId, status]);
      }
    }
    expect(told).toEqual([]);
  });
});
