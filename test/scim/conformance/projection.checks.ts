import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE, GROUP, type Json, NOBODY, type Scim, USER, expectRefusal, ids, query, scimAnew } from '../scim.js';

describe('reading one, and parts of it (RFC 7644 sections 3.4.1 and 3.9)', () => {
  let scim: Scim;
  let user: Json & { id: string }, group: Json & { id: string };
  beforeAll(async () => {
    scim = await scimAnew();
    user = await scim.user({
      schemas: [USER, ENTERPRISE],
      userName: 'bjensen',
      displayName: 'Babs',
      name: { familyName: 'Jensen', givenName: 'Barbara' },
      emails: [
        { value: 'babs@delta.example', type: 'work', primary: true },
        { value: 'babs@jensen.example', type: 'home' },
      ],
      [ENTERPRISE]: { department: 'Tours', employeeNumber: '7' },
    });
    group = await scim.group('Guides', [user.id]);
  });

  describe('reading one', () => {
    it('answers 200, an ETag and no more than the resource', async () => {
      const answer = await scim.get(`/Users/${user.id}`);
      expect([answer.status, answer.body.id, answer.headers.get('etag')]).toEqual([200, user.id, answer.body.meta.version]);
    });
    it('shows the groups of a user', async () =>
      expect((await scim.read(`/Users/${user.id}`))['groups']).toEqual([
        expect.objectContaining({
          value: group.id,
          display: 'Guides',
          type: 'direct',
          $ref: expect.stringMatching(new RegExp(`Groups/${group.id}$`)),
        }),
      ]));
    it('shows the members of a group', async () =>
      expect((await scim.read(`/Groups/${group.id}`))['members']).toEqual([
        expect.objectContaining({
          value: user.id,
          type: 'User',
          $ref: expect.stringMatching(new RegExp(`Users/${user.id}$`)),
        }),
      ]));
    it.each(['/Users', '/Groups'])('%s/{id} of nothing is 404', async (path) => {
      expectRefusal(await scim.get(`${path}/${NOBODY}`), 404);
      expectRefusal(await scim.get(`${path}/none`), 404);
    });
    it('finds no group among the users and no user among the groups', async () => {
      expectRefusal(await scim.get(`/Users/${group.id}`), 404);
      expectRefusal(await scim.get(`/Groups/${user.id}`), 404);
    });
  });

  const only: [string, Json][] = [
    ['userName', { userName: 'bjensen' }],
    ['USERNAME', { userName: 'bjensen' }],
    [`${USER}:userName`, { userName: 'bjensen' }],
    ['name', { name: { familyName: 'Jensen', givenName: 'Barbara' } }],
    ['name.familyName', { name: { familyName: 'Jensen' } }],
    ['NAME.familyname', { name: { familyName: 'Jensen' } }],
    [`${USER}:name.familyName`, { name: { familyName: 'Jensen' } }],
    ['name.familyName,name.givenName', { name: { familyName: 'Jensen', givenName: 'Barbara' } }],
    ['emails.value', { emails: [{ value: 'babs@delta.example' }, { value: 'babs@jensen.example' }] }],
    ['emails.primary', { emails: [{ primary: true }] }],
    ['userName, displayName', { userName: 'bjensen', displayName: 'Babs' }],
    ['id', {}],
    ['schemas', {}],
    ['password', {}],
    ['nothing.like.that', {}],
    ['nickName', {}],
    [ENTERPRISE, { [ENTERPRISE]: { department: 'Tours', employeeNumber: '7' } }],
    [`${ENTERPRISE}:department`, { [ENTERPRISE]: { department: 'Tours' } }],
    [`${ENTERPRISE.toUpperCase()}:DEPARTMENT`, { [ENTERPRISE]: { department: 'Tours' } }],
    [`${ENTERPRISE}:manager`, {}],
  ];
  const shown = (body: Json): Json => {
    const { id, schemas, ...rest } = body;
    expect(id).toBe(user.id);
    expect(schemas).toContain(USER);
    return rest;
  };

  describe('attributes', () => {
    it.each(only)('%s', async (attributes, expected) =>
      expect(shown((await scim.get(`/Users/${user.id}${query({ attributes })}`)).body)).toEqual(expected),
    );
    it('meta', async () => expect(shown((await scim.get(`/Users/${user.id}?attributes=meta`)).body)).toEqual({ meta: user['meta'] }));
    it('meta.version', async () =>
      expect(shown((await scim.get(`/Users/${user.id}?attributes=meta.version`)).body)).toEqual({
        meta: { version: (user['meta'] as Json)['version'] },
      }));
    it('groups.value', async () =>
      expect(shown((await scim.get(`/Users/${user.id}?attributes=groups.value`)).body)).toEqual({
        groups: [{ value: group.id }],
      }));
    it('members.value of a group', async () =>
      expect((await scim.get(`/Groups/${group.id}?attributes=members.value`)).body).toEqual({
        schemas: [GROUP],
        id: group.id,
        members: [{ value: user.id }],
      }));
    it('an empty list of them is no wish', async () =>
      expect((await scim.get(`/Users/${user.id}?attributes=`)).body).toHaveProperty('userName'));
    it('hold for lists', async () => {
      const list = await scim.get(`/Users${query({ filter: 'userName eq "bjensen"', attributes: 'name.familyName' })}`);
      expect(list.body.Resources.map(shown)).toEqual([{ name: { familyName: 'Jensen' } }]);
    });
    it('hold for PUT', async () => {
      const { id } = await scim.user({ userName: 'put-me' });
      const answer = await scim.put(`/Users/${id}?attributes=title`, {
        schemas: [USER],
        userName: 'put-me',
        title: 'x',
      });
      expect(Object.keys(answer.body).sort()).toEqual(['id', 'schemas', 'title']);
    });
    it('hold for PATCH', async () => {
      const { id } = await scim.user({ userName: 'patch-me' });
      const answer = await scim.patch(`/Users/${id}?attributes=title`, [{ op: 'add', path: 'title', value: 'x' }]);
      expect([answer.status, Object.keys(answer.body).sort()]).toEqual([200, ['id', 'schemas', 'title']]);
    });
  });

  describe('excludedAttributes', () => {
    it.each<[string, (body: Json) => unknown]>([
      ['userName', (body) => body['userName']],
      ['emails', (body) => body['emails']],
      ['EMAILS', (body) => body['emails']],
      ['meta', (body) => body['meta']],
      ['groups', (body) => body['groups']],
      ['name.familyName', (body) => (body['name'] as Json)['familyName']],
      [`${USER}:displayName`, (body) => body['displayName']],
      [ENTERPRISE, (body) => body[ENTERPRISE]],
      [`${ENTERPRISE}:department`, (body) => (body[ENTERPRISE] as Json)['department']],
      ['meta.version', (body) => (body['meta'] as Json)['version']],
    ])('%s', async (excludedAttributes, at) => {
      const full = await scim.read(`/Users/${user.id}`);
      const less = await scim.read(`/Users/${user.id}${query({ excludedAttributes })}`);
      expect(at(full)).toBeDefined();
      expect(at(less)).toBeUndefined();
      expect(less['id']).toBe(user.id);
    });
    it('cannot take id away, which is always returned', async () =>
      expect((await scim.read(`/Users/${user.id}?excludedAttributes=id,userName`))['id']).toBe(user.id));
    it('leaves the rest of a complex attribute', async () =>
      expect((await scim.read(`/Users/${user.id}?excludedAttributes=name.familyName`))['name']).toEqual({
        givenName: 'Barbara',
      }));
    it('of nothing takes nothing', async () =>
      expect(await scim.read(`/Users/${user.id}?excludedAttributes=nothing`)).toEqual(await scim.read(`/Users/${user.id}`)));
    it('leaves the members of a group out', async () =>
      expect(await scim.read(`/Groups/${group.id}?excludedAttributes=members`)).not.toHaveProperty('members'));
    it('leaves the members of all groups out', async () => {
      const list = await scim.get('/Groups?excludedAttributes=members');
      expect(ids(list)).toContain(group.id);
      for (const one of list.body.Resources) expect(one).not.toHaveProperty('members');
    });
  });

  describe('as lists in a search', () => {
    it.each(only.filter(([attributes]) => !attributes.includes(',')))('attributes: %s', async (attribute, expected) => {
      const answer = await scim.post('/Users/.search', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter: 'userName eq "bjensen"',
        attributes: [attribute],
      });
      expect(answer.body.Resources.map(shown)).toEqual([expected]);
    });
    it('excludedAttributes', async () => {
      const answer = await scim.post('/Users/.search', {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
        filter: 'userName eq "bjensen"',
        excludedAttributes: ['emails', 'name'],
      });
      expect(answer.body.Resources[0]).toHaveProperty('userName');
      for (const gone of ['emails', 'name']) expect(answer.body.Resources[0]).not.toHaveProperty(gone);
    });
  });
});
