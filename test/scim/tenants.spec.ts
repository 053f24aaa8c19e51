import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { startTestApp } from '../support/test-app.js';
import {
  BULK_REQUEST,
  ENTERPRISE,
  GROUP,
  type Json,
  NOBODY,
  PATCH_OP,
  SEARCH,
  type Scim,
  USER,
  expectRefusal,
  ids,
  query,
  scimOf,
} from './scim.js';

const name = () => `t-${randomBytes(5).toString('hex')}`;

describe('two organizations', () => {
  let delta: Scim, estuary: Scim;
  let mine: { user: Json & { id: string }; group: Json & { id: string } };
  let theirs: { user: Json & { id: string }; group: Json & { id: string }; nested: Json & { id: string } };
  beforeAll(async () => {
    const app = await startTestApp();
    [delta, estuary] = [await scimOf(app, 1), await scimOf(app, 2)];
    const user = await delta.user({ userName: 'mine', title: 'Shared' });
    mine = { user, group: await delta.group('Mine', [user.id]) };
    const other = await estuary.user({
      userName: 'theirs',
      externalId: 'theirs-1',
      displayName: 'Their Own',
      title: 'Shared',
      emails: [{ value: 'theirs@estuary.example', type: 'work' }],
    });
    const group = await estuary.group('Theirs', [other.id]);
    theirs = { user: other, group, nested: await estuary.group('Their nest', [group.id]) };
  });
  afterAll(() => delta.app.close());

  /** The answers for an id of another organization and for an unknown id are the same, except for the id itself. */
  const alike = (foreign: Answer, nothing: Answer, id: string) => {
    const words = (answer: Answer) => answer.text.replaceAll(id, '…').replaceAll(NOBODY, '…');
    expect([foreign.status, words(foreign)]).toEqual([nothing.status, words(nothing)]);
  };
  const untouched = async () => {
    expect(await estuary.read(`/Users/${theirs.user.id}`)).toMatchObject({
      userName: 'theirs',
      meta: theirs.user['meta'],
    });
    expect(await estuary.read(`/Groups/${theirs.group.id}`)).toEqual(theirs.group);
  };
  const body: Readonly<Record<string, unknown>> = {
    PUT: { schemas: [USER, GROUP], userName: name(), displayName: name() },
    PATCH: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'displayName', value: name() }] },
  };

  describe('by id', () => {
    it.each(['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => ['/Users', '/Groups'].map((root) => [method, root] as const)))(
      '%s %s/{id} of another organization is 404',
      async (method, root) => {
        const { id } = root === '/Users' ? theirs.user : theirs.group;
        const foreign = await delta.send(method, `${root}/${id}`, body[method]);
        expectRefusal(foreign, 404);
        alike(foreign, await delta.send(method, `${root}/${NOBODY}`, body[method]), id);
        await untouched();
      },
    );
    it.each(['If-Match', 'If-None-Match'])('%s reveals nothing', async (header) => {
      const headers = { [header]: '*' };
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const foreign = await delta.send(method, `/Users/${theirs.user.id}`, body[method], headers);
        alike(foreign, await delta.send(method, `/Users/${NOBODY}`, body[method], headers), theirs.user.id);
        expect(foreign.status).toBe(404);
      }
    });
  });

  describe('in lists', () => {
    it.each<[string, () => string]>([
      ['userName', () => 'userName eq "theirs"'],
      ['id', () => `id eq "${theirs.user.id}"`],
      ['externalId', () => 'externalId eq "theirs-1"'],
      ['the address', () => 'emails.value eq "theirs@estuary.example"'],
      ['a group', () => `groups.value eq "${theirs.group.id}"`],
      ['anything', () => 'title eq "Shared" and not (userName eq "mine")'],
      ['or', () => `id eq "${theirs.user.id}" or userName eq "theirs"`],
      ['not', () => 'not (userName eq "nobody") and displayName eq "Their Own"'],
    ])('no user of another organization is found by %s', async (_, filter) => {
      for (const root of ['/Users', '/Groups'])
        expect((await delta.get(`${root}${query({ filter: filter() })}`)).body.totalResults).toBe(0);
      for (const root of ['/Users', '/Groups', ''])
        expect((await delta.post(`${root}/.search`, { schemas: [SEARCH], filter: filter() })).body.totalResults).toBe(0);
    });
    it('no group of another organization is found', async () => {
      for (const filter of [
        'displayName eq "Theirs"',
        `members eq "${theirs.user.id}"`,
        `members[value eq "${theirs.user.id}"]`,
        `id eq "${theirs.group.id}"`,
      ])
        expect((await delta.get(`/Groups${query({ filter })}`)).body.totalResults).toBe(0);
    });
    it('each sees its own and nothing else', async () => {
      const all = [theirs.user.id, theirs.group.id, theirs.nested.id];
      for (const root of ['/Users', '/Groups']) {
        const seen = ids(await delta.get(`${root}?count=1000`));
        expect(seen.filter((id) => all.includes(id))).toEqual([]);
      }
      const seen = ids(await delta.post('/.search', { schemas: [SEARCH], count: 1000 }));
      expect(seen).toEqual(expect.arrayContaining([mine.user.id, mine.group.id]));
      expect(seen.filter((id) => all.includes(id))).toEqual([]);
    });
    it('totals count one organization', async () =>
      expect((await delta.get(`/Users${query({ filter: 'title eq "Shared"', count: 0 })}`)).body.totalResults).toBe(1));
    it('a cursor of another organization is none', async () => {
      for (const userName of [name(), name(), name()]) await estuary.user({ userName, title: 'Paged' });
      const first = await estuary.get(`/Users${query({ filter: 'title eq "Paged"', cursor: '', count: 1 })}`);
      const { nextCursor } = first.body;
      const answer = await delta.get(`/Users${query({ filter: 'title eq "Paged"', cursor: nextCursor, count: 1 })}`);
      expectRefusal(answer, 400, 'invalidCursor');
    });
  });

  describe('as references', () => {
    const add = (value: string) => [{ op: 'add', path: 'members', value: [{ value }] }];
    it.each<[string, () => string]>([
      ['a user', () => theirs.user.id],
      ['a group', () => theirs.group.id],
    ])('%s of another organization is no member', async (_, of) => {
      const group = (value: string) => ({ schemas: [GROUP], displayName: 'Wanted', members: [{ value }] });
      const attempts: ((id: string) => Promise<Answer>)[] = [
        (id) => delta.post('/Groups', group(id)),
        (id) => delta.put(`/Groups/${mine.group.id}`, group(id)),
        (id) => delta.patch(`/Groups/${mine.group.id}`, add(id)),
        (id) => delta.patch(`/Groups/${mine.group.id}`, [{ op: 'replace', path: 'members', value: [{ value: id }] }]),
      ];
      for (const attempt of attempts) {
        const foreign = await attempt(of());
        expectRefusal(foreign, 400, 'invalidValue');
        alike(foreign, await attempt(NOBODY), of());
      }
      expect(await delta.read(`/Groups/${mine.group.id}`)).toEqual(mine.group);
    });
    it('is removed from a group like one who is not in it', async () => {
      const remove = (id: string) => delta.patch(`/Groups/${mine.group.id}`, [{ op: 'remove', path: `members[value eq "${id}"]` }]);
      alike(await remove(theirs.user.id), await remove(NOBODY), theirs.user.id);
      await untouched();
    });
    it('as manager shows no name, and no more than an unknown id would', async () => {
      const boss = async (value: string) => {
        const userName = name();
        const answer = await delta.post('/Users', {
          schemas: [USER, ENTERPRISE],
          userName,
          [ENTERPRISE]: { manager: { value } },
        });
        expect(answer.text).not.toContain('Their Own');
        return answer.status === 201
          ? JSON.stringify((await delta.read(`/Users/${answer.body.id}`))[ENTERPRISE]).replaceAll(value, '…')
          : [answer.status, answer.body.detail.replaceAll(value, '…')];
      };
      expect(await boss(theirs.user.id)).toEqual(await boss(NOBODY));
    });
    it('in bulk is as little as alone', async () => {
      const bulk = async (id: string) => {
        const answer = await delta.post('/Bulk', {
          schemas: [BULK_REQUEST],
          Operations: [
            { method: 'DELETE', path: `/Users/${id}` },
            { method: 'PATCH', path: `/Users/${id}`, data: body['PATCH'] },
            { method: 'PUT', path: `/Groups/${id}`, data: body['PUT'] },
            { method: 'PATCH', path: `/Groups/${mine.group.id}`, data: { schemas: [PATCH_OP], Operations: add(id) } },
            {
              method: 'POST',
              path: '/Groups',
              bulkId: 'g',
              data: { schemas: [GROUP], displayName: 'Wanted', members: [{ value: id }] },
            },
          ],
        });
        return answer;
      };
      const foreign = await bulk(theirs.user.id);
      expect(foreign.body.Operations.map(({ status }: Json) => status)).toEqual(['404', '404', '404', '400', '400']);
      alike(foreign, await bulk(NOBODY), theirs.user.id);
      await untouched();
    });
  });

  describe('names', () => {
    it('are free in each', async () => {
      const userName = name();
      const displayName = name();
      for (const scim of [delta, estuary]) {
        await scim.user({ userName, externalId: 'same' });
        await scim.group(displayName);
      }
    });
    it('of a person in both are told apart by nothing in the answer', async () => {
      const address = `${name()}@estuary.example`;
      const there = { schemas: [USER], userName: address, emails: [{ value: address, type: 'work', primary: true }] };
      expect((await estuary.post('/Users', there)).status).toBe(201);
      const fresh = `${name()}@estuary.example`;
      const known = await delta.post('/Users', there);
      const unknown = await delta.post('/Users', {
        schemas: [USER],
        userName: fresh,
        emails: [{ value: fresh, type: 'work', primary: true }],
      });
      const shape = (answer: Answer, own: string) => [
        answer.status,
        answer.text.replaceAll(own, '…').replaceAll(String(answer.body.id), '…'),
      ];
      expect(shape(known, address)).toEqual(shape(unknown, fresh));
    });
  });

  it('a token says nothing about which organization another is of', async () => {
    for (const token of ['hgscim_unknown', `${estuary.token}x`, estuary.token.slice(0, -1)]) {
      const answer = await delta.raw('GET', '/Users', { Authorization: `Bearer ${token}`, Accept: 'application/json' });
      expectRefusal(answer, 401);
    }
  });
});
