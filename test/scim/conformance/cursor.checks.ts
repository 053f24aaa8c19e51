import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { type Scim, SEARCH, expectRefusal, ids, query, scimAnew } from '../scim.js';

const MINE = 'title eq "Walker"';
const FIVES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a'];

describe('paging by cursor (RFC 9865)', () => {
  let scim: Scim;
  const walkers: string[] = [];
  beforeAll(async () => {
    scim = await scimAnew();
    for (const number of FIVES)
      walkers.push((await scim.user({ userName: `walker-${number}`, title: 'Walker', nickName: `n${number < '5' ? 1 : 2}` })).id);
  });

  const page = (cursor: string, more: Record<string, string | number> = {}) =>
    scim.get(`/Users${query({ filter: MINE, count: 3, cursor, ...more })}`);
  const walk = async (more: Record<string, string | number> = {}, between = async (): Promise<unknown> => undefined) => {
    const seen: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 50; pages += 1) {
      const answer = await page(cursor, more);
      seen.push(...ids(answer));
      if (answer.body.nextCursor === undefined) return seen;
      cursor = answer.body.nextCursor;
      await between();
    }
    throw new Error('The cursor leads nowhere.');
  };
  const next = async (): Promise<string> => (await page('')).body.nextCursor;

  describe('pages', () => {
    let first: Answer;
    beforeAll(async () => {
      first = await page('');
    });
    it('an empty cursor begins', () => {
      expect(first.status).toBe(200);
      expect(ids(first)).toEqual(walkers.slice(0, 3));
    });
    it('a cursor without a value begins', async () =>
      expect(ids(await scim.get(`/Users${query({ filter: MINE, count: 3 })}&cursor`))).toEqual(walkers.slice(0, 3)));
    it('says where the next page is', () => expect(first.body.nextCursor).toEqual(expect.any(String)));
    it('writes cursors in characters that need no escape (section 2)', () => expect(first.body.nextCursor).toMatch(/^[A-Za-z0-9\-._~]+$/));
    it('counts all and the page', () => expect(first.body).toMatchObject({ totalResults: 11, itemsPerPage: 3 }));
    it('the first page has nothing before it', () => expect(first.body).not.toHaveProperty('previousCursor'));
    it('the second page follows', async () => expect(ids(await page(first.body.nextCursor))).toEqual(walkers.slice(3, 6)));
    it('a cursor may be used again', async () =>
      expect(ids(await page(first.body.nextCursor))).toEqual(ids(await page(first.body.nextCursor))));
    it('leads to the end, each once', async () => expect(await walk()).toEqual(walkers));
    it('the last page leads nowhere', async () => {
      const all = await page('', { count: 11 });
      expect(ids(all)).toHaveLength(11);
      expect(all.body).not.toHaveProperty('nextCursor');
    });
    it('a full last page leads nowhere either', async () => {
      const half = await page('', { count: 10 });
      const rest = await page(half.body.nextCursor, { count: 1 });
      expect(ids(rest)).toHaveLength(1);
      expect(rest.body).not.toHaveProperty('nextCursor');
    });
    it('finding nothing leads nowhere', async () => {
      const none = await scim.get(`/Users${query({ filter: 'userName eq "none"', cursor: '' })}`);
      expect([none.status, none.body.totalResults, none.body.nextCursor]).toEqual([200, 0, undefined]);
    });
    it('without a cursor pages are by index', async () =>
      expect((await scim.get(`/Users${query({ filter: MINE, count: 3 })}`)).body).toMatchObject({ startIndex: 1 }));
    it('the size may change on the way (section 2.4)', async () => {
      const answer = await page(await next(), { count: 5 });
      if (answer.status === 200) expect(ids(answer)).toEqual(walkers.slice(3, 8));
      else expectRefusal(answer, 400, 'invalidCount');
    });
    it('a way back, where it is given, leads back', async () => {
      const second = await page(await next());
      const back = second.body.previousCursor;
      if (back !== undefined) expect(ids(await page(back))).toEqual(walkers.slice(0, 3));
    });
  });

  describe('in another order', () => {
    it('descending', async () => expect(await walk({ sortBy: 'userName', sortOrder: 'descending' })).toEqual([...walkers].reverse()));
    it('by values that several have', async () => {
      const seen = await walk({ sortBy: 'nickName', sortOrder: 'descending' });
      expect(seen.slice(0, 6).sort()).toEqual(walkers.slice(5).sort());
      expect(new Set(seen).size).toBe(11);
    });
    it('by an attribute that no user has', async () => expect(new Set(await walk({ sortBy: 'displayName' })).size).toBe(11));
    it('by when they were made', async () => expect(await walk({ sortBy: 'meta.created' })).toEqual(walkers));
  });

  describe('while others write', () => {
    it('loses no user when users that were read are deleted', async () => {
      const doomed: string[] = [];
      for (const number of [1, 2, 3]) doomed.push((await scim.user({ userName: `a-${number}`, title: 'Walker' })).id);
      const seen = await walk({ sortBy: 'userName' }, async () => {
        const id = doomed.pop();
        if (id !== undefined) await scim.delete(`/Users/${id}`);
      });
      expect(seen).toEqual(expect.arrayContaining(walkers));
      expect(seen.filter((id) => walkers.includes(id))).toEqual(walkers);
    });
    it('goes on when the one that the cursor stood at is deleted', async () => {
      const last = (await scim.user({ userName: 'walker-25', title: 'Walker' })).id;
      const first = await page('', { sortBy: 'userName', count: 4 });
      expect(ids(first)).toContain(last);
      await scim.delete(`/Users/${last}`);
      expect(ids(await page(first.body.nextCursor, { sortBy: 'userName', count: 3 }))).toEqual(walkers.slice(3, 6));
    });
    it('shows no user twice when others are added before', async () => {
      let number = 0;
      const newcomers: string[] = [];
      const seen = await walk({ sortBy: 'userName' }, async () => {
        number += 1;
        newcomers.push((await scim.user({ userName: `a-new-${number}`, title: 'Walker' })).id);
      });
      for (const id of newcomers) await scim.delete(`/Users/${id}`);
      expect(seen.filter((id) => walkers.includes(id))).toEqual(walkers);
    });
  });

  describe('what is refused', () => {
    it.each(['x', 'AAAA', '1', '-1', 'bm90IGEgY3Vyc29y', "' OR 1=1 --", '{}', 'null', '%00', 'A'.repeat(5000)])(
      'the cursor %s',
      async (cursor) => expectRefusal(await page(cursor), 400, 'invalidCursor'),
    );
    it('a cursor that was changed', async () => {
      const cursor = await next();
      const middle = Math.floor(cursor.length / 2);
      const swapped = `${cursor.slice(0, middle)}${cursor[middle] === 'A' ? 'B' : 'A'}${cursor.slice(middle + 1)}`;
      const answer = await page(swapped);
      if (answer.status !== 200) expectRefusal(answer, 400, 'invalidCursor');
    });
    it('a cursor of another filter', async () => {
      const cursor = await next();
      expectRefusal(await scim.get(`/Users${query({ filter: 'title pr', count: 3, cursor })}`), 400, 'invalidCursor');
    });
    it('a cursor of another order', async () => expectRefusal(await page(await next(), { sortBy: 'userName' }), 400, 'invalidCursor'));
    it('a cursor of another resource type', async () =>
      expectRefusal(await scim.get(`/Groups${query({ filter: MINE, count: 3, cursor: await next() })}`), 400, 'invalidCursor'));
    it('a cursor together with startIndex', async () =>
      expectRefusal(await page(await next(), { startIndex: 2 }), 400, ['invalidCursor', 'invalidValue', 'invalidSyntax']));
    it('a count that is no number', async () => expectRefusal(await page('', { count: 'many' }), 400, ['invalidCount', 'invalidValue']));
  });

  it('groups', async () => {
    const mine = [];
    for (const number of [1, 2, 3]) mine.push((await scim.group(`Walk ${number}`)).id);
    const first = await scim.get(`/Groups${query({ filter: 'displayName sw "walk"', cursor: '', count: 2 })}`);
    const rest = await scim.get(`/Groups${query({ filter: 'displayName sw "walk"', cursor: first.body.nextCursor, count: 2 })}`);
    expect([...ids(first), ...ids(rest)]).toEqual(mine);
  });
  it('in a search (section 3)', async () => {
    const search = (cursor: string) =>
      scim.post('/Users/.search', { schemas: [SEARCH], filter: MINE, count: 6, cursor, sortBy: 'userName' });
    const first = await search('');
    const rest = await search(first.body.nextCursor);
    expect([...ids(first), ...ids(rest)]).toEqual(walkers);
    expect(rest.body).not.toHaveProperty('nextCursor');
  });
});
