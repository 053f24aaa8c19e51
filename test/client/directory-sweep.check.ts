import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { membersOf, operationsOf, resolved } from '../support/documented-values.js';
import type { Answer } from '../support/http-client.js';
import { PATCH_MESSAGE, SEARCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { newResources, scimAddress, scimBody } from '../support/scim-requests.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const BELOW = '/scim/v2';
/** Values at the borders that RFC 7644 and 9865 name. */
const RIGHT: Readonly<Record<string, readonly string[]>> = {
  filter: ['id pr'],
  sortBy: ['id', 'meta.created'],
  sortOrder: ['ascending', 'descending'],
  startIndex: ['1', '0', '-1', '2147483647'],
  count: ['0', '-1', '1', '1000', '1001'],
  cursor: [''],
  attributes: ['id', 'meta', 'noSuchAttribute'],
  excludedAttributes: ['meta', 'noSuchAttribute'],
};
const WRONG: Readonly<Record<string, readonly string[]>> = {
  filter: ['', '((', 'id zz 1', 'x'.repeat(12_000)],
  sortOrder: ['sideways'],
  startIndex: ['x', '1.5', ''],
  count: ['x', '1.5', ''],
  cursor: ['no such'],
};

/** A program with a token of an organization, called as a directory would, rightly and wrongly; `HttpClient` judges each answer. */
describe('every operation of a directory, called by its program', () => {
  const operations = operationsOf().flatMap(({ path, ...one }) =>
    path.startsWith(`${BELOW}/`) ? [{ ...one, path: path.slice(BELOW.length) }] : [],
  );
  let app: TestApp;
  let scim: ScimClient;
  let reader: ScimClient;
  let writer: ScimClient;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    scim = await scimClient(app, 1);
    reader = await scimClient(app, 1, ['read']);
    writer = await scimClient(app, 1, ['write']);
  });
  afterAll(() => app.close());

  type One = (typeof operations)[number];
  const send = async ({ method, path }: One, query = '', client = scim, headers = {}): Promise<Answer> =>
    client.send(method, scimAddress(path, await newResources(scim)) + query, scimBody(method, path), { headers });
  const asked = ({ operation }: One) => (operation.parameters ?? []).flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));

  it('does what is right, and tells nobody else', async () => {
    const told: unknown[] = [];
    for (const one of operations) {
      const right = await send(one);
      if (right.status >= 300) told.push([one.operation.operationId, right.status, right.body?.detail]);
      const { status } = await app.http.send(one.method, BELOW + one.path.replace('{id}', '1'), scimBody(one.method, one.path));
      if (status !== 401) told.push([one.operation.operationId, 'nobody', status]);
    }
    expect(told).toEqual([]);
    expect(operations.length).toBeGreaterThan(20);
  });

  it('takes every value that a parameter may have, and refuses every one that it may not', async () => {
    const told: unknown[] = [];
    for (const one of operations)
      for (const name of asked(one)) {
        const judge = async (value: string, isRight: boolean): Promise<void> => {
          const { status, body } = await send(one, `?${new URLSearchParams([[name, value]])}`);
          if (isRight ? status >= 300 : status !== 400)
            told.push([one.operation.operationId, name, value.slice(0, 20), status, body?.detail]);
        };
        for (const value of RIGHT[name] ?? []) await judge(value, true);
        for (const value of WRONG[name] ?? []) await judge(value, false);
        if (RIGHT[name] === undefined) told.push([one.operation.operationId, name, 'is not swept']);
      }
    expect(told).toEqual([]);
  });

  it('refuses bodies, types, versions, ids and tokens that are wrong', async () => {
    const told: unknown[] = [];
    const tell = (one: One, what: string, { status, body }: Answer, ...expected: readonly number[]): void => {
      if (!expected.includes(status)) told.push([one.operation.operationId, what, status, body?.detail]);
    };
    for (const one of operations) {
      const { method, path, operation } = one;
      const address = scimAddress(path, await newResources(scim));
      const takes = (name: string): boolean => operation.parameters?.some((parameter) => parameter.name === name) === true;
      if (scimBody(method, path) !== undefined) {
        for (const body of ['[]', '{', '"x"', 'null', '{"schemas":"x","Operations":7,"userName":7,"displayName":7,"count":"x"}'])
          tell(one, body, await scim.send(method, address, body), 400);
        tell(
          one,
          'a form',
          await scim.send(method, address, 'a=b', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
          415,
        );
      }
      if (path.includes('{id}'))
        tell(one, 'no such id', await scim.send(method, path.replace('{id}', 'none'), scimBody(method, path)), 404);
      if (takes('If-Match')) tell(one, 'an old version', await send(one, '', scim, { 'If-Match': 'W/"999"' }), 412);
      if (takes('If-None-Match')) tell(one, 'the version', await send(one, '', scim, { 'If-None-Match': '*' }), 304);
      tell(one, 'a page', await send(one, '', scim, { Accept: 'text/html' }), 406);
      const isRead = method === 'GET' || path.endsWith('.search');
      const isOfKinds = /^\/(?:Schemas|ResourceTypes|ServiceProviderConfig)/.test(path);
      if (!isOfKinds) tell(one, 'the other scope', await send(one, '', isRead ? writer : reader), 403);
    }
    expect(told).toEqual([]);
  });

  it('takes the longest and the most that the document allows of an attribute, and refuses one more', async () => {
    const told: unknown[] = [];
    let judged = 0;
    const several = (count: number): object[] => Array.from({ length: count }, (_, at) => ({ value: `${at}AAA`, formatted: `${at}` }));
    for (const one of operations.filter(({ method, path }) => method === 'POST' && ['/Users', '/Groups'].includes(path)))
      for (const [name, schema] of membersOf(one.operation)) {
        const { maxLength, maxItems } = resolved(schema);
        const most = maxLength ?? maxItems;
        if (most === undefined) continue;
        judged += 1;
        const judge = async (count: number, expected: number): Promise<void> => {
          const value = maxLength === undefined ? several(count) : 'x'.repeat(count);
          const { status, body } = await scim.post(one.path, { ...scimBody('POST', one.path), [name]: value });
          if (status !== expected) told.push([one.path, name, count, status, body?.detail]);
        };
        await judge(most, 201);
        await judge(most + 1, 400);
      }
    expect(told).toEqual([]);
    expect(judged).toBeGreaterThan(15);
  });

  it('takes as many operations, names and characters as the document says, and no more', async () => {
    const patches = (count: number): object => ({
      schemas: [PATCH_MESSAGE],
      Operations: Array(count).fill({ op: 'replace', path: 'title', value: 'x' }),
    });
    const { Users } = await newResources(scim);
    const filter = (length: number): string => `userName eq "${'x'.repeat(length - 14)}"`;
    const searched = async (member: object): Promise<number> =>
      (await scim.post('/Users/.search', { schemas: [SEARCH_MESSAGE], ...member })).status;
    const statuses = [
      (await scim.patch(`/Users/${Users}`, patches(1_000))).status,
      (await scim.patch(`/Users/${Users}`, patches(1_001))).status,
      await searched({ attributes: Array(500).fill('id') }),
      await searched({ attributes: Array(501).fill('id') }),
      await searched({ filter: filter(65_536) }),
      await searched({ filter: filter(65_537) }),
    ];
    expect(statuses).toEqual([200, 400, 200, 400, 200, 400]);
  });
});
