import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, GROUP, type Json, NOBODY, type Scim, USER, expectRefusal, ids, query, scimAnew } from '../scim.js';

const name = () => `r-${randomBytes(5).toString('hex')}`;

describe('PUT and DELETE (RFC 7644 sections 3.5.1 and 3.6)', () => {
  let scim: Scim;
  let user: Json & { id: string };
  beforeAll(async () => {
    scim = await scimAnew();
  });
  beforeEach(async () => {
    user = await scim.user({
      schemas: [USER, ENTERPRISE],
      userName: name(),
      externalId: 'E',
      title: 'T',
      name: { familyName: 'J', givenName: 'B' },
      phoneNumbers: [{ value: '1' }],
      [ENTERPRISE]: { department: 'Tours' },
    });
    scim.app.clock.advance({ seconds: 1 });
  });

  const put = (body: Json) => scim.put(`/Users/${user.id}`, { schemas: [USER], userName: user['userName'], ...body });

  describe('PUT', () => {
    it('answers 200, the resource and its ETag', async () => {
      const answer = await put({ title: 'U' });
      expect([answer.status, answer.body.title]).toEqual([200, 'U']);
      expect(answer.headers.get('etag')).toBe(answer.body.meta.version);
      expect(await scim.read(`/Users/${user.id}`)).toEqual(answer.body);
    });
    it('removes what the body leaves out', async () => {
      const { body } = await put({ title: 'U' });
      for (const gone of ['externalId', 'name', 'phoneNumbers', ENTERPRISE]) expect(body).not.toHaveProperty([gone]);
      expect(body.schemas).toEqual([USER]);
    });
    it('replaces lists and complex attributes as a whole', async () => {
      const { body } = await put({ name: { familyName: 'K' }, phoneNumbers: [{ value: '2' }] });
      expect([body.name, body.phoneNumbers]).toEqual([{ familyName: 'K' }, [{ value: '2' }]]);
    });
    it('keeps id, meta.created and meta.resourceType, and moves version and lastModified', async () => {
      const { body } = await put({ title: 'U' });
      const meta = user['meta'] as Json;
      expect([body.id, body.meta.created, body.meta.resourceType]).toEqual([user.id, meta['created'], 'User']);
      expect(body.meta.version).not.toBe(meta['version']);
      expect(body.meta.lastModified > String(meta['lastModified'])).toBe(true);
    });
    it('changes nothing when nothing is new', async () => {
      const answer = await scim.put(`/Users/${user.id}`, user);
      expect([answer.status, answer.body]).toEqual([200, user]);
    });
    it('ignores read-only attributes', async () => {
      const answer = await put({ id: user.id, groups: [{ value: NOBODY }], meta: { created: '2001-01-01T00:00:00Z' } });
      expect([answer.status, answer.body.id, answer.body.groups ?? []]).toEqual([200, user.id, []]);
      expect(answer.body.meta.created).toBe((user['meta'] as Json)['created']);
    });
    it('takes null for no value', async () => expect((await put({ title: null })).body).not.toHaveProperty('title'));
    it('may give another userName', async () => {
      const userName = name();
      expect((await put({ userName })).body.userName).toBe(userName);
      expect(ids(await scim.get(`/Users${query({ filter: `userName eq "${userName}"` })}`))).toEqual([user.id]);
      expect(ids(await scim.get(`/Users${query({ filter: `userName eq "${String(user['userName'])}"` })}`))).toEqual([]);
    });
    it('refuses a userName that another has', async () => {
      const other = await scim.user({ userName: name() });
      expectRefusal(await put({ userName: String(other['userName']).toUpperCase() }), 409, 'uniqueness');
    });
    it('lets a name change in case alone', async () =>
      expect((await put({ userName: String(user['userName']).toUpperCase() })).status).toBe(200));
    it.each<[string, Json]>([
      ['no userName', { userName: undefined }],
      ['a wrong type', { active: 'perhaps' }],
      ['a text for a complex attribute', { name: 'x' }],
    ])('refuses %s and keeps all', async (_, body) => {
      expectRefusal(await put(body), 400, ['invalidValue', 'invalidSyntax']);
      expect(await scim.read(`/Users/${user.id}`)).toEqual(user);
    });
    it.each(['/Users', '/Groups'])('creates nothing: %s/{id} of an unknown id is 404', async (path) => {
      for (const id of [NOBODY, 'none'])
        expectRefusal(await scim.put(`${path}/${id}`, { schemas: [USER], userName: name(), displayName: name() }), 404);
    });
    it('to the root of a type is 405', async () => expectRefusal(await scim.put('/Users', { userName: name() }), 405));
    it('replaces a group with its members', async () => {
      const [a, b, c] = [
        await scim.user({ userName: name() }),
        await scim.user({ userName: name() }),
        await scim.user({ userName: name() }),
      ];
      const group = await scim.group(name(), [a.id, b.id]);
      const body = { schemas: [GROUP], displayName: name(), members: [{ value: b.id }, { value: c.id }] };
      const answer = await scim.put(`/Groups/${group.id}`, body);
      expect([answer.status, answer.body.displayName]).toEqual([200, body.displayName]);
      expect(answer.body.members.map(({ value }: Json) => value).sort()).toEqual([b.id, c.id].sort());
    });
    it('empties a group by an empty list and by none', async () => {
      for (const members of [[], undefined]) {
        const group = await scim.group(name(), [user.id]);
        const answer = await scim.put(`/Groups/${group.id}`, { schemas: [GROUP], displayName: name(), members });
        expect(answer.body.members ?? []).toEqual([]);
      }
    });
    it('refuses unknown members and keeps all', async () => {
      const group = await scim.group(name(), [user.id]);
      const members = [{ value: user.id }, { value: NOBODY }];
      expectRefusal(await scim.put(`/Groups/${group.id}`, { schemas: [GROUP], displayName: name(), members }), 400, 'invalidValue');
      expect(await scim.read(`/Groups/${group.id}`)).toEqual(group);
    });
  });

  describe('DELETE', () => {
    it('answers 204 and nothing', async () => {
      const answer = await scim.delete(`/Users/${user.id}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
    });
    it('leaves 404 to every method', async () => {
      await scim.delete(`/Users/${user.id}`);
      expectRefusal(await scim.get(`/Users/${user.id}`), 404);
      expectRefusal(await put({}), 404);
      expectRefusal(await scim.patch(`/Users/${user.id}`, [{ op: 'add', path: 'title', value: 'x' }]), 404);
      expectRefusal(await scim.delete(`/Users/${user.id}`), 404);
    });
    it('takes the user out of lists and filters', async () => {
      await scim.delete(`/Users/${user.id}`);
      for (const filter of [`userName eq "${String(user['userName'])}"`, `id eq "${user.id}"`])
        expect((await scim.get(`/Users${query({ filter })}`)).body.totalResults).toBe(0);
    });
    it('frees the name, for a resource of another id', async () => {
      await scim.delete(`/Users/${user.id}`);
      const again = await scim.user({ userName: user['userName'] });
      expect(again.id).not.toBe(user.id);
    });
    it('takes the user out of groups', async () => {
      const group = await scim.group(name(), [user.id]);
      await scim.delete(`/Users/${user.id}`);
      expect((await scim.read(`/Groups/${group.id}`))['members'] ?? []).toEqual([]);
    });
    it('of a group leaves its members', async () => {
      const group = await scim.group(name(), [user.id]);
      expect((await scim.delete(`/Groups/${group.id}`)).status).toBe(204);
      expectRefusal(await scim.get(`/Groups/${group.id}`), 404);
      expect((await scim.read(`/Users/${user.id}`))['groups'] ?? []).toEqual([]);
    });
    it('of a group takes it out of others', async () => {
      const inner = await scim.group(name());
      const outer = await scim.group(name(), [inner.id]);
      await scim.delete(`/Groups/${inner.id}`);
      expect((await scim.read(`/Groups/${outer.id}`))['members'] ?? []).toEqual([]);
    });
    it.each(['/Users', '/Groups'])('%s/{id} of an unknown id is 404', async (path) => {
      for (const id of [NOBODY, 'none']) expectRefusal(await scim.delete(`${path}/${id}`), 404);
    });
    it('knows one type from the other', async () => {
      const group = await scim.group(name());
      expectRefusal(await scim.delete(`/Users/${group.id}`), 404);
      expectRefusal(await scim.delete(`/Groups/${user.id}`), 404);
    });
    it.each(['/Users', '/Groups'])('%s as a whole is 405', async (path) => {
      const answer = await scim.delete(path);
      expectRefusal(answer, 405);
      expect(answer.headers.get('allow')).toContain('POST');
    });
  });
});
