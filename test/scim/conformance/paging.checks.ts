import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, type Json, LIST, type Scim, USER, expectRefusal, ids, query, startScim } from '../scim.js';
import { type People, invite } from './people.js';

const MINE = 'title eq "Pager"';

describe('lists (RFC 7644 sections 3.4.2.3 and 3.4.2.4)', () => {
  let scim: Scim;
  let people: People;
  const pagers: string[] = [];
  beforeAll(async () => {
    scim = await startScim();
    people = await invite(scim);
    for (let number = 0; number < 9; number += 1) pagers.push((await scim.user({ userName: `pager-${number}`, title: 'Pager' })).id);
  });
  afterAll(() => scim.app.close());

  describe('sorting', () => {
    const named = 'title pr and not (title eq "Pager")';
    it.each<[string, string, Record<string, string>, string[]]>([
      ['ascending', named, { sortBy: 'userName', sortOrder: 'ascending' }, ['bjensen', 'jsmith', 'quo"te\\back']],
      ['ascending unless asked', named, { sortBy: 'userName' }, ['bjensen', 'jsmith', 'quo"te\\back']],
      ['descending', named, { sortBy: 'userName', sortOrder: 'descending' }, ['quo"te\\back', 'jsmith', 'bjensen']],
      ['DESCENDING', named, { sortBy: 'USERNAME', sortOrder: 'DESCENDING' }, ['quo"te\\back', 'jsmith', 'bjensen']],
      ['by a sub-attribute, those without it last', named, { sortBy: 'name.familyName' }, ['bjensen', 'jsmith', 'quo"te\\back']],
      [
        'by a sub-attribute descending, those without it first',
        named,
        { sortBy: 'name.familyName', sortOrder: 'descending' },
        ['quo"te\\back', 'jsmith', 'bjensen'],
      ],
      ['by the primary or first of several values', named, { sortBy: 'emails' }, ['bjensen', 'jsmith', 'quo"te\\back']],
      ['by a sub-attribute of several values', 'emails pr', { sortBy: 'emails.value', sortOrder: 'descending' }, ['jsmith', 'bjensen']],
      ['by when it was made', named, { sortBy: 'meta.created', sortOrder: 'descending' }, ['quo"te\\back', 'jsmith', 'bjensen']],
      ['by a qualified name', named, { sortBy: `${USER}:userName` }, ['bjensen', 'jsmith', 'quo"te\\back']],
      [
        'by an attribute of the extension',
        'externalId pr',
        { sortBy: `${ENTERPRISE}:employeeNumber`, sortOrder: 'descending' },
        ['jsmith', 'bjensen'],
      ],
      ['with regard to case where the schema says so', 'externalId pr', { sortBy: 'externalId' }, ['bjensen', 'jsmith']],
      ['by a truth value', 'externalId pr', { sortBy: 'active' }, ['jsmith', 'bjensen']],
    ])('%s', async (_, filter, sorting, expected) => expect(await people.found(filter, sorting)).toEqual(expected));

    it('without regard to case where the schema says so', async () => {
      for (const userName of ['Case-b', 'case-A', 'case-C']) await scim.user({ userName });
      const sorted = await scim.get(`/Users${query({ filter: 'userName sw "case-"', sortBy: 'userName' })}`);
      expect(sorted.body.Resources.map(({ userName }: Json) => userName)).toEqual(['case-A', 'Case-b', 'case-C']);
    });
    it('groups', async () => {
      for (const name of ['Sort b', 'sort A', 'Sort C']) await scim.group(name);
      const sorted = await scim.get(`/Groups${query({ filter: 'displayName sw "sort"', sortBy: 'displayName' })}`);
      expect(sorted.body.Resources.map(({ displayName }: Json) => displayName)).toEqual(['sort A', 'Sort b', 'Sort C']);
    });
    it.each(['ascending', 'descending'])('%s, equal values are in one order on every page', async (sortOrder) => {
      const all: string[] = [];
      for (let startIndex = 1; startIndex < 10; startIndex += 2)
        all.push(...ids(await scim.get(`/Users${query({ filter: MINE, sortBy: 'title', sortOrder, startIndex, count: 2 })}`)));
      expect(new Set(all).size).toBe(9);
      expect([...all].sort()).toEqual([...pagers].sort());
    });
    it('by an attribute that no user has changes nothing and fails nothing', async () =>
      expect((await scim.get(`/Users${query({ filter: MINE, sortBy: 'nothing' })}`)).status).toBe(200));
    it.each(['upwards', '1', 'asc;'])('sortOrder %s is refused', async (sortOrder) => {
      const answer = await scim.get(`/Users${query({ filter: MINE, sortBy: 'userName', sortOrder })}`);
      expectRefusal(answer, 400, 'invalidValue');
    });
  });

  describe('paging by index', () => {
    const page = async (parameters: Record<string, string | number>) => scim.get(`/Users${query({ filter: MINE, ...parameters })}`);
    const shape = ({ body }: { body: Json }) => [
      body['totalResults'],
      body['startIndex'],
      body['itemsPerPage'],
      (body['Resources'] as unknown[] | undefined)?.length ?? 0,
    ];

    it('answers a ListResponse', async () => {
      const answer = await page({});
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
      expect(answer.body.schemas).toEqual([LIST]);
      expect(shape(answer)).toEqual([9, 1, 9, 9]);
    });
    it.each<[string, Record<string, string | number>, unknown[]]>([
      ['the first two', { startIndex: 1, count: 2 }, [9, 1, 2, 2]],
      ['a page in the middle', { startIndex: 4, count: 3 }, [9, 4, 3, 3]],
      ['what is left', { startIndex: 8, count: 5 }, [9, 8, 2, 2]],
      ['the last one', { startIndex: 9, count: 1 }, [9, 9, 1, 1]],
      ['beyond the end', { startIndex: 10, count: 5 }, [9, 10, 0, 0]],
      ['startIndex alone', { startIndex: 3 }, [9, 3, 7, 7]],
      ['count alone', { count: 4 }, [9, 1, 4, 4]],
      ['startIndex 0 is 1', { startIndex: 0, count: 2 }, [9, 1, 2, 2]],
      ['a negative startIndex is 1', { startIndex: -7, count: 2 }, [9, 1, 2, 2]],
      ['count 0 is the number alone', { count: 0 }, [9, 1, 0, 0]],
      ['a negative count is 0', { count: -1 }, [9, 1, 0, 0]],
    ])('%s', async (_, parameters, expected) => expect(shape(await page(parameters))).toEqual(expected));

    it.each(['1000000', '2147483648', '9007199254740993', '99999999999999999999999999'])(
      'startIndex %s is beyond the end',
      async (startIndex) => {
        const answer = await page({ startIndex });
        expect(answer.status).toBe(200);
        expect(answer.body).toMatchObject({ totalResults: 9, itemsPerPage: 0 });
        expect(answer.body.Resources ?? []).toEqual([]);
      },
    );
    it.each(['2147483648', '99999999999999999999999999'])('count %s is as many as may be', async (count) =>
      expect(shape(await page({ count }))).toEqual([9, 1, 9, 9]),
    );
    it.each([
      ['startIndex', 'one'],
      ['startIndex', '1.5'],
      ['count', 'all'],
      ['count', '2.5'],
      ['startIndex', '1e3'],
    ])('%s=%s is refused', async (name, value) =>
      expectRefusal(await page({ [name]: value }), 400, ['invalidValue', 'invalidSyntax', 'invalidCount']),
    );
    it('pages show each once, in one order', async () => {
      const all: string[] = [];
      for (let startIndex = 1; startIndex < 10; startIndex += 4) all.push(...ids(await page({ startIndex, count: 4 })));
      expect(all).toEqual(ids(await page({})));
      expect(new Set(all).size).toBe(9);
    });
    it('gives no more than it advertises', async () => {
      const { filter } = await scim.read('/ServiceProviderConfig');
      const answer = await page({ count: 1_000_000 });
      expect(answer.body.itemsPerPage).toBeLessThanOrEqual((filter as { maxResults: number }).maxResults);
    });
    it('ignores parameters that it does not know', async () =>
      expect(shape(await page({ aadOptscim062020: '', count: 2 }))).toEqual([9, 1, 2, 2]));
    it('groups', async () => {
      for (const name of ['Page 1', 'Page 2', 'Page 3']) await scim.group(name);
      const answer = await scim.get(`/Groups${query({ filter: 'displayName sw "page "', startIndex: 2, count: 1 })}`);
      expect(shape(answer)).toEqual([3, 2, 1, 1]);
    });
  });
});
