import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { ENTERPRISE, GROUP, type Json, LIST, NOBODY, PATCH_OP, type Scim, USER, startScim } from '../scim.js';

/** What stands on every request of Okta's provisioning agent. */
const OKTA = {
  'User-Agent': 'Okta SCIM Client 1.0.0',
  Accept: 'application/scim+json',
  'Accept-Charset': 'utf-8',
  'Content-Type': 'application/scim+json; charset=utf-8',
};

describe('Okta', () => {
  let scim: Scim;
  let userName: string;
  beforeAll(async () => {
    scim = await startScim();
  });
  beforeEach(() => {
    userName = `test.user.${randomBytes(4).toString('hex')}@okta.local`;
  });
  afterAll(() => scim.app.close());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> => scim.send(method, path, body, OKTA);
  /** The fields of a creation as the documentation has them, with groups and password. */
  const profile = (more: Json = {}): Json => ({
    schemas: [USER],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq-Tarn-Quoll',
    active: true,
    ...more,
  });
  const create = async (more: Json = {}): Promise<Json & { id: string }> => {
    const answer = await send('POST', '/Users', profile(more));
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const find = (name: string) => send('GET', `/Users?filter=userName%20eq%20%22${encodeURIComponent(name)}%22&startIndex=1&count=100`);
  const put = (user: Json & { id: string }, more: Json) =>
    send('PUT', `/Users/${user.id}`, {
      ...profile(),
      password: undefined,
      id: user.id,
      groups: [],
      meta: { resourceType: 'User' },
      ...more,
    });
  const patch = (path: string, ...Operations: readonly Json[]) => send('PATCH', path, { schemas: [PATCH_OP], Operations });

  describe('1. the connection test', () => {
    it('GET /Users?startIndex=1&count=2 is a list of whole numbers', async () => {
      const answer = await send('GET', '/Users?startIndex=1&count=2');
      expect(answer.status).toBe(200);
      expect(answer.body.schemas).toEqual([LIST]);
      for (const name of ['totalResults', 'startIndex', 'itemsPerPage']) expect(Number.isInteger(answer.body[name])).toBe(true);
      expect(answer.body.Resources.length).toBeLessThanOrEqual(2);
    });
    it('GET /Groups?startIndex=1&count=100 works though there is no group', async () => {
      const answer = await send('GET', '/Groups?startIndex=1&count=100');
      expect([answer.status, answer.body.Resources]).toEqual([200, []]);
    });
    it('accepts a Content-Type on a GET', async () => expect((await send('GET', '/ServiceProviderConfig')).status).toBe(200));
  });

  describe('2. the look-up', () => {
    it('answers an empty list if no user matches', async () => {
      const answer = await find('nobody@okta.local');
      expect([answer.status, answer.body]).toMatchObject([200, { totalResults: 0, startIndex: 1, Resources: [] }]);
    });
    it('finds the one who is there', async () => {
      const { id } = await create();
      const answer = await find(userName);
      expect([answer.body.totalResults, answer.body.Resources[0].id]).toEqual([1, id]);
    });
    it('is in one order on every page', async () => {
      for (let number = 0; number < 5; number += 1)
        await create({ userName: `${number}${userName}`, emails: [{ value: `${number}${userName}`, primary: true }] });
      const whole = await send('GET', '/Users?startIndex=1&count=100');
      const pages = [];
      for (let startIndex = 1; startIndex <= whole.body.totalResults; startIndex += 2)
        pages.push(...(await send('GET', `/Users?startIndex=${startIndex}&count=2`)).body.Resources);
      expect(pages).toEqual(whole.body.Resources);
    });
    it('finds someone who was a member before provisioning began', async () => {
      const members = await send('GET', '/Users?startIndex=1&count=100');
      expect(members.body.Resources.map(({ userName: name }: Json) => name)).toContain('vera@delta.example');
    });
  });

  describe('3. the creation', () => {
    it('is 201 with a body, though groups and a password are sent', async () => {
      const answer = await send('POST', '/Users', profile());
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({
        id: expect.any(String),
        userName,
        externalId: '00ujl29u0le5T6Aj10h7',
        active: true,
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: userName, type: 'work' }],
      });
      expect(answer.text).not.toContain('1mz050nq');
    });
    it('of one who exists is 409', async () => {
      await create();
      const answer = await send('POST', '/Users', profile());
      expect([answer.status, answer.body.status, answer.body.scimType]).toEqual([409, '409', 'uniqueness']);
    });
    it('is not held up by the short password of the documentation, which is kept nowhere', async () => {
      const answer = await send('POST', '/Users', profile({ password: '1mz050nq' }));
      expect(answer.status).toBe(201);
      expect(answer.text).not.toContain('1mz050nq');
      const login = await scim.app.http.post('/api/auth/login', { username: userName, password: '1mz050nq' });
      expect(login.status).toBe(401);
    });
    it('takes the attributes of Okta that no schema names, and keeps none of them', async () => {
      const custom = 'urn:okta:onprem_app:1.0:user:custom';
      const answer = await send('POST', '/Users', profile({ schemas: [USER, custom], [custom]: { badge: 'B-7' } }));
      expect([answer.status, answer.body[custom], answer.body.schemas]).toEqual([201, undefined, [USER]]);
    });
    it('takes the enterprise extension', async () => {
      const enterprise = { department: 'IT', manager: { value: '', displayName: '' } };
      const answer = await send('POST', '/Users', profile({ schemas: [USER, ENTERPRISE], [ENTERPRISE]: enterprise }));
      expect([answer.status, answer.body[ENTERPRISE]?.department]).toEqual([201, 'IT']);
    });
  });

  describe('4. the update', () => {
    it('reads and puts the whole thing with id, groups and meta', async () => {
      const user = await create();
      expect((await send('GET', `/Users/${user.id}`)).status).toBe(200);
      const answer = await put(user, { name: { givenName: 'Another', familyName: 'User' } });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ id: user.id, userName, name: { givenName: 'Another' }, active: true });
    });
    it('takes back what it was given, word by word', async () => {
      const user = await create();
      const answer = await send('PUT', `/Users/${user.id}`, await scim.read(`/Users/${user.id}`));
      expect([answer.status, answer.body]).toEqual([200, user]);
    });
    it('puts someone who is in a group, with groups of any kind', async () => {
      const user = await create();
      const group = await scim.group(`Okta ${userName}`, [user.id]);
      const answer = await put(user, { groups: [] });
      expect(answer.status).toBe(200);
      expect(answer.body.groups).toEqual([expect.objectContaining({ value: group.id })]);
    });
    it('deactivates by PUT', async () => {
      const user = await create();
      const answer = await put(user, { active: false });
      expect([answer.status, answer.body.active]).toEqual([200, false]);
    });
    it('reactivates by PUT', async () => {
      const user = await create();
      await put(user, { active: false });
      expect((await put(user, { active: true })).body.active).toBe(true);
    });
    it('deactivates by PATCH without a path', async () => {
      const user = await create();
      const answer = await patch(`/Users/${user.id}`, { op: 'replace', value: { active: false } });
      expect(answer.status).toBe(200);
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject({ active: false, userName });
    });
    it('reactivates by PATCH without a path', async () => {
      const user = await create({ active: false });
      await patch(`/Users/${user.id}`, { op: 'replace', value: { active: true } });
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject({ active: true });
    });
    it('sets a password by PATCH without a path', async () => {
      const user = await create();
      const answer = await patch(`/Users/${user.id}`, { op: 'replace', value: { password: 'another-1mz050nq-Tarn' } });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('1mz050nq');
    });
  });

  describe('5. no user is deleted', () => {
    it('a deactivated user is read and found', async () => {
      const user = await create();
      await put(user, { active: false });
      expect((await send('GET', `/Users/${user.id}`)).body).toMatchObject({ id: user.id, active: false });
      expect((await find(userName)).body).toMatchObject({ totalResults: 1, Resources: [{ active: false }] });
    });
    it('a deactivated user stays in their groups', async () => {
      const user = await create();
      const group = await scim.group(`Okta ${userName}`, [user.id]);
      await put(user, { active: false });
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ members: [{ value: user.id }] });
    });
  });

  describe('6. group push', () => {
    let group: Json & { id: string };
    let ada: Json & { id: string }, bob: Json & { id: string };
    beforeEach(async () => {
      ada = await create({ userName: `ada.${userName}`, emails: [{ value: `ada.${userName}`, primary: true }] });
      bob = await create({ userName: `bob.${userName}`, emails: [{ value: `bob.${userName}`, primary: true }] });
      const answer = await send('POST', '/Groups', { schemas: [GROUP], displayName: `Push ${userName}`, members: [] });
      expect([answer.status, answer.body.members ?? []]).toEqual([201, []]);
      group = answer.body;
    });
    const path = () => `/Groups/${group.id}`;
    const members = async () => (((await scim.read(path()))['members'] ?? []) as Json[]).map(({ value }) => value).sort();

    it('is looked up by its name', async () => {
      const answer = await send(
        'GET',
        `/Groups?filter=displayName%20eq%20%22${encodeURIComponent(String(group['displayName']))}%22&startIndex=1&count=100`,
      );
      expect(answer.body).toMatchObject({ totalResults: 1, Resources: [{ id: group.id }] });
    });
    it('a name with quotes is looked up by its name', async () => {
      const displayName = `The "inner" circle \\ ${userName}`;
      await send('POST', '/Groups', { schemas: [GROUP], displayName, members: [] });
      const filter = encodeURIComponent(`displayName eq ${JSON.stringify(displayName)}`);
      expect((await send('GET', `/Groups?filter=${filter}&startIndex=1&count=100`)).body.totalResults).toBe(1);
    });
    it('is renamed by a value which repeats the id, together with its members', async () => {
      const displayName = `Renamed ${userName}`;
      const answer = await patch(
        path(),
        { op: 'replace', value: { id: group.id, displayName } },
        { op: 'add', path: 'members', value: [{ value: ada.id, display: ada['userName'] }] },
      );
      expect(answer.status).toBe(204);
      expect([(await scim.read(path()))['displayName'], await members()]).toEqual([displayName, [ada.id]]);
    });
    it('is renamed by a value which repeats id and name as they are', async () => {
      const answer = await patch(path(), { op: 'replace', value: { id: group.id, displayName: group['displayName'] } });
      expect(answer.status).toBe(204);
    });
    it('loses and gains members in one request', async () => {
      await patch(path(), { op: 'add', path: 'members', value: [{ value: ada.id, display: ada['userName'] }] });
      const answer = await patch(
        path(),
        { op: 'remove', path: `members[value eq "${ada.id}"]` },
        { op: 'add', path: 'members', value: [{ value: bob.id, display: bob['userName'] }] },
      );
      expect(answer.status).toBe(204);
      expect(await members()).toEqual([bob.id]);
    });
    it('may lose a member that it has lost before', async () => {
      const answer = await patch(path(), { op: 'remove', path: `members[value eq "${ada.id}"]` });
      expect(answer.status).toBe(204);
    });
    it('may gain a member that it has', async () => {
      for (let twice = 0; twice < 2; twice += 1)
        expect((await patch(path(), { op: 'add', path: 'members', value: [{ value: ada.id, display: 'Ada' }] })).status).toBe(204);
      expect(await members()).toEqual([ada.id]);
    });
    it('"Push now" replaces all members', async () => {
      await patch(path(), { op: 'add', path: 'members', value: [{ value: ada.id }] });
      await patch(path(), { op: 'replace', path: 'members', value: [{ value: bob.id, display: bob['userName'] }] });
      expect(await members()).toEqual([bob.id]);
    });
    it('"Push now" without members empties the group', async () => {
      await patch(path(), { op: 'add', path: 'members', value: [{ value: ada.id }] });
      const answer = await patch(path(), { op: 'replace', path: 'members', value: [] });
      expect(answer.status).toBe(204);
      expect(await members()).toEqual([]);
    });
    it('of an integration of the wizard is put as a whole', async () => {
      const displayName = `Put ${userName}`;
      const answer = await send('PUT', path(), {
        schemas: [GROUP],
        id: group.id,
        displayName,
        members: [{ value: ada.id, display: ada['userName'] }],
      });
      expect([answer.status, answer.body.displayName, await members()]).toEqual([200, displayName, [ada.id]]);
    });
    it('is deleted on unlinking', async () => {
      expect((await send('DELETE', path())).status).toBe(204);
      expect((await send('GET', path())).status).toBe(404);
      expect((await send('GET', `/Users/${ada.id}`)).status).toBe(200);
    });
  });

  describe('7. every error is JSON', () => {
    it.each<[string, string, unknown, number]>([
      ['GET', `/Users/${NOBODY}`, undefined, 404],
      ['GET', '/Users?filter=nonsense', undefined, 400],
      ['POST', '/Users', { schemas: [USER] }, 400],
      ['POST', '/Users', '{', 400],
      ['PUT', `/Groups/${NOBODY}`, { schemas: [GROUP], displayName: 'x' }, 404],
      ['DELETE', '/Users', undefined, 405],
      ['GET', '/Nothing', undefined, 404],
    ])('%s %s', async (method, path, body, status) => {
      const answer = await send(method, path, body);
      expect([answer.status, answer.body?.status]).toEqual([status, String(status)]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it('even without a token', async () => {
      const answer = await scim.raw('GET', '/Users', { ...OKTA, Authorization: 'Bearer wrong' });
      expect([answer.status, answer.body.status]).toEqual([401, '401']);
    });
  });
});
