import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, type Json, LIST, SEARCH, type Scim, expectRefusal, ids, startScim } from '../scim.js';
import { type People, invite } from './people.js';

describe('searching by POST (RFC 7644 section 3.4.3)', () => {
  let scim: Scim;
  let people: People;
  let group: string;
  beforeAll(async () => {
    scim = await startScim();
    people = await invite(scim);
    group = (await scim.group('Jensens', [String(people.ids['bjensen'])])).id;
  });
  afterAll(() => scim.app.close());

  const search = (root: string, body: Json) => scim.post(`${root}/.search`, { schemas: [SEARCH], ...body });

  it('answers 200 and a ListResponse, creating nothing', async () => {
    const answer = await search('/Users', { filter: 'userName eq "bjensen"' });
    expect([answer.status, answer.body.schemas, answer.body.totalResults]).toEqual([200, [LIST], 1]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
  });
  it.each(['/Users', '/Groups', ''])('%s/.search without a filter shows all', async (root) =>
    expect((await search(root, {})).body.totalResults).toBeGreaterThan(0),
  );
  it('/Users shows no groups', async () =>
    expect((await search('/Users', { filter: 'displayName co "jensen"' })).body.totalResults).toBe(1));
  it('/Groups shows no users', async () => expect(ids(await search('/Groups', { filter: 'displayName co "jensen"' }))).toEqual([group]));
  it('the root shows both', async () =>
    expect(ids(await search('', { filter: 'displayName co "jensen"' })).sort()).toEqual([group, people.ids['bjensen']].sort()));
  it('the root tells both apart', async () => {
    expect(ids(await search('', { filter: 'displayName co "jensen" and meta.resourceType eq "Group"' }))).toEqual([group]);
    expect(ids(await search('', { filter: 'displayName co "jensen" and meta.resourceType eq "User"' }))).toEqual([people.ids['bjensen']]);
  });
  it('the root filters by what one type alone has', async () => {
    expect(ids(await search('', { filter: 'userName eq "zed"' }))).toEqual([people.ids['zed']]);
    expect(ids(await search('', { filter: 'members pr' }))).toEqual([group]);
    expect(ids(await search('', { filter: `${ENTERPRISE}:department eq "Tours"` }))).toEqual([people.ids['bjensen']]);
  });
  it('the root pages over both', async () => {
    const total = (await search('', { count: 0 })).body.totalResults as number;
    const seen: string[] = [];
    for (let startIndex = 1; startIndex <= total; startIndex += 4)
      seen.push(...ids(await search('', { startIndex, count: 4, sortBy: 'id' })));
    expect(new Set(seen).size).toBe(total);
  });
  it('the root pages over both by cursor', async () => {
    const total = (await search('', { count: 0 })).body.totalResults as number;
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const answer = await search('', { cursor, count: 5 });
      seen.push(...ids(answer));
      cursor = answer.body.nextCursor;
    }
    expect(new Set(seen).size).toBe(total);
    expect(seen).toHaveLength(total);
  });
  it('sorts', async () =>
    expect(ids(await search('/Users', { filter: 'title pr', sortBy: 'userName', sortOrder: 'descending' })).at(-1)).toBe(
      people.ids['bjensen'],
    ));
  it('pages', async () =>
    expect((await search('/Users', { filter: 'title pr', startIndex: 2, count: 1 })).body).toMatchObject({
      totalResults: 3,
      startIndex: 2,
      itemsPerPage: 1,
    }));
  it('counts alone', async () => {
    const answer = await search('/Users', { filter: 'title pr', count: 0 });
    expect([answer.body.totalResults, answer.body.Resources ?? []]).toEqual([3, []]);
  });
  it.each<[string, unknown]>([
    ['a list', []],
    ['a text', '"x"'],
    ['no JSON', '{'],
    ['a number as filter', { schemas: [SEARCH], filter: 5 }],
    ['a word as count', { schemas: [SEARCH], count: 'all' }],
    ['an object as startIndex', { schemas: [SEARCH], startIndex: {} }],
    ['numbers as attributes', { schemas: [SEARCH], attributes: [5] }],
    ['an object as sortBy', { schemas: [SEARCH], sortBy: {} }],
    ['a number as sortOrder', { schemas: [SEARCH], sortBy: 'userName', sortOrder: 7 }],
    ['a number as cursor', { schemas: [SEARCH], cursor: 7 }],
  ])('%s is refused', async (_, body) =>
    expectRefusal(await scim.post('/Users/.search', body), 400, [
      'invalidSyntax',
      'invalidValue',
      'invalidFilter',
      'invalidCount',
      'invalidCursor',
    ]),
  );
  it.each(['/Users', '/Groups', ''])('%s/.search is for POST alone', async (root) =>
    expect((await scim.get(`${root}/.search`)).status).toBe(405),
  );
});
