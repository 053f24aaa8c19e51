import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import { ENTERPRISE, GROUP, type Json, LIST, PATCH_OP, type Scim, USER, startScim } from '../scim.js';

const ENTRA = {
  'User-Agent': 'AzureActiveDirectoryProvisioning/1.0',
  Accept: 'application/scim+json',
  'Content-Type': 'application/scim+json; charset=utf-8',
};
const AD_GROUP = 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group';

/** With the flag on the tenant URL, its parameter stands on every request. */
describe.each([
  ['without the flag', ''],
  ['with aadOptscim062020', 'aadOptscim062020'],
])('Microsoft Entra ID, %s', (_, flag) => {
  let scim: Scim;
  let salt: string;
  beforeAll(async () => {
    scim = await startScim();
  });
  beforeEach(() => {
    salt = randomBytes(5).toString('hex');
  });
  afterAll(() => scim.app.close());

  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    scim.send(method, flag === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${flag}`, body, ENTRA);
  const filtered = (root: string, filter: string, more = '') => send('GET', `${root}?filter=${encodeURIComponent(filter)}${more}`);
  const patch = (path: string, ...Operations: readonly unknown[]) => send('PATCH', path, { schemas: [PATCH_OP], Operations });
  /** As the documentation has it. */
  const profile = (more: Json = {}): Json => ({
    schemas: [USER, ENTERPRISE],
    externalId: `0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef-${salt}`,
    userName: `Test_User_${salt}@delta.example`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `Test_User_${salt}@delta.example` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
    ...more,
  });
  const create = async (more: Json = {}): Promise<Json & { id: string }> => {
    const answer = await send('POST', '/Users', profile(more));
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const createGroup = async (more: Json = {}): Promise<Json & { id: string }> => {
    const answer = await send('POST', '/Groups', {
      schemas: [GROUP, AD_GROUP],
      externalId: `8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159-${salt}`,
      displayName: `Group ${salt}`,
      meta: { resourceType: 'Group' },
      ...more,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const another = (prefix: string) =>
    create({
      userName: `${prefix}_${salt}@delta.example`,
      externalId: `${prefix}-${salt}`,
      emails: [{ primary: true, type: 'work', value: `${prefix}_${salt}@delta.example` }],
    });

  describe('1. test connection and matching', () => {
    it('a random userName is 200 and an empty list, never 404', async () => {
      const answer = await filtered('/Users', `userName eq "${salt}-4b7a-9b1c"`);
      expect([answer.status, answer.body]).toMatchObject([200, { schemas: [LIST], totalResults: 0, Resources: [] }]);
    });
    it('a random group is an empty list as well', async () => {
      const answer = await filtered('/Groups', `displayName eq "${salt}"`, '&excludedAttributes=members');
      expect([answer.status, answer.body.totalResults, answer.body.Resources]).toEqual([200, 0, []]);
    });
    it.each([
      ['userName', () => `userName eq "test_user_${salt}@delta.example"`],
      ['externalId', () => `externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef-${salt}"`],
      ['the work address', () => `emails[type eq "work"].value eq "Test_User_${salt}@delta.example"`],
      ['the address', () => `emails.value eq "Test_User_${salt}@delta.example"`],
      ['the employee number', () => `${ENTERPRISE}:employeeNumber eq "E-${salt}"`],
      [
        'two attributes',
        () => `userName eq "Test_User_${salt}@delta.example" and externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef-${salt}"`,
      ],
    ])('matches users by %s', async (_name, filter) => {
      const { id } = await create({ [ENTERPRISE]: { employeeNumber: `E-${salt}` } });
      const answer = await filtered('/Users', filter());
      expect([answer.body.totalResults, answer.body.Resources?.[0]?.id]).toEqual([1, id]);
    });
    it('does not match the home address for the work address', async () => {
      await create({ emails: [{ type: 'home', value: `Test_User_${salt}@delta.example` }] });
      const answer = await filtered('/Users', `emails[type eq "work"].value eq "Test_User_${salt}@delta.example"`);
      expect([answer.status, answer.body.totalResults]).toEqual([200, 0]);
    });
    it.each([
      ['displayName', () => `displayName eq "Group ${salt}"`],
      ['externalId', () => `externalId eq "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159-${salt}"`],
    ])('matches groups by %s', async (_name, filter) => {
      const { id } = await createGroup();
      const answer = await filtered('/Groups', filter(), '&excludedAttributes=members');
      expect([answer.body.totalResults, answer.body.Resources?.[0]?.id]).toEqual([1, id]);
    });
  });

  describe('2. creation', () => {
    it('declares the extension without an object of it, and sends empty roles', async () => {
      const answer = await send('POST', '/Users', profile());
      expect(answer.status).toBe(201);
      expect(answer.body).toMatchObject({ userName: `Test_User_${salt}@delta.example`, active: true });
      expect(answer.body.roles ?? []).toEqual([]);
    });
    it.each([
      ['True', true],
      ['False', false],
      ['true', true],
      ['false', false],
    ])('active may be "%s"', async (active, expected) => expect((await create({ active })).active).toBe(expected));
    it('may carry nulls', async () => {
      const answer = await send(
        'POST',
        '/Users',
        profile({
          addresses: null,
          title: null,
          displayName: 'x',
          preferredLanguage: null,
          [ENTERPRISE]: { department: null, manager: null, employeeNumber: 'E' },
        }),
      );
      expect(answer.status).toBe(201);
      expect(answer.text).not.toContain('null');
    });
    it('may carry the manager as a text', async () => {
      const boss = await another('boss');
      const answer = await send('POST', '/Users', profile({ [ENTERPRISE]: { manager: boss.id } }));
      expect([answer.status, answer.body[ENTERPRISE].manager.value]).toEqual([201, boss.id]);
    });
    it('of a group may name the schema of Active Directory', async () => {
      const group = await createGroup({ members: [] });
      expect(group['schemas']).toContain(GROUP);
    });
    it('carries string truth values of values too', async () => {
      const user = await create({ emails: [{ primary: 'True', type: 'work', value: `t_${salt}@delta.example` }] });
      expect(user['emails']).toEqual([{ primary: true, type: 'work', value: `t_${salt}@delta.example` }]);
    });
  });

  describe('3. PATCH as it was before the flag', () => {
    let user: Json & { id: string };
    beforeEach(async () => {
      user = await create();
    });
    const now = () => scim.read(`/Users/${user.id}`);

    it.each(['Replace', 'replace', 'REPLACE', 'Add'])('%s of one attribute', async (op) => {
      expect((await patch(`/Users/${user.id}`, { op, path: 'displayName', value: 'New' })).status).toBe(200);
      expect(await now()).toMatchObject({ displayName: 'New' });
    });
    it('one operation for each attribute', async () => {
      const answer = await patch(
        `/Users/${user.id}`,
        { op: 'Replace', path: 'emails[type eq "work"].value', value: `updated_${salt}@delta.example` },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: 'nickName', value: 'Babs' },
        { op: 'Remove', path: 'name.formatted' },
      );
      expect(answer.status).toBe(200);
      expect(await now()).toMatchObject({
        emails: [{ primary: true, type: 'work', value: `updated_${salt}@delta.example` }],
        name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
        nickName: 'Babs',
      });
      expect((await now())['name']).not.toHaveProperty('formatted');
    });
    it.each([
      ['False', false],
      ['True', true],
      ['false', false],
    ])('active as "%s"', async (value, expected) => {
      expect((await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value })).status).toBe(200);
      expect(await now()).toMatchObject({ active: expected });
    });
    it('active as a text without a path', async () => {
      await patch(`/Users/${user.id}`, { op: 'Replace', value: { active: 'False' } });
      expect(await now()).toMatchObject({ active: false });
    });
    it('the manager as a bare text', async () => {
      const boss = await another('boss');
      const answer = await patch(`/Users/${user.id}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: boss.id });
      expect(answer.status).toBe(200);
      expect(await now()).toMatchObject({ [ENTERPRISE]: { manager: { value: boss.id } } });
    });
    it('the manager as a list of one by the bare path', async () => {
      const boss = await another('boss');
      const answer = await patch(`/Users/${user.id}`, {
        op: 'Add',
        path: 'manager',
        value: [{ $ref: `http://example.com/scim/Users/${boss.id}`, value: boss.id }],
      });
      expect(answer.status).toBe(200);
      expect(await now()).toMatchObject({ [ENTERPRISE]: { manager: { value: boss.id } } });
    });
    it.each(['manager', `${ENTERPRISE}:manager`])('the manager is removed by %s', async (path) => {
      const boss = await another('boss');
      await patch(`/Users/${user.id}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: boss.id });
      expect((await patch(`/Users/${user.id}`, { op: 'Remove', path })).status).toBe(200);
      expect(JSON.stringify(await now())).not.toContain(boss.id);
    });
    it('an attribute of the extension by its URN', async () => {
      await patch(`/Users/${user.id}`, { op: 'Add', path: `${ENTERPRISE}:department`, value: 'IT' });
      expect(await now()).toMatchObject({ [ENTERPRISE]: { department: 'IT' } });
    });

    it('members are added with $ref null', async () => {
      const group = await createGroup();
      const answer = await patch(`/Groups/${group.id}`, {
        op: 'Add',
        path: 'members',
        value: [{ $ref: null, value: user.id }],
      });
      expect(answer.status).toBe(204);
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ members: [{ value: user.id }] });
    });
    it('only the members that are named are removed', async () => {
      const [bob, eve] = [await another('bob'), await another('eve')];
      const group = await createGroup({ members: [user, bob, eve].map(({ id }) => ({ value: id })) });
      const answer = await patch(`/Groups/${group.id}`, {
        op: 'Remove',
        path: 'members',
        value: [{ $ref: null, value: user.id }, { value: eve.id }],
      });
      expect(answer.status).toBe(204);
      const { members } = await scim.read(`/Groups/${group.id}`);
      expect((members as Json[]).map(({ value }) => value)).toEqual([bob.id]);
    });
    it('a member who is not in the group is removed without an error', async () => {
      const bob = await another('bob');
      const group = await createGroup({ members: [{ value: bob.id }] });
      const answer = await patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value: [{ value: user.id }] });
      expect(answer.status).toBe(204);
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ members: [{ value: bob.id }] });
    });
  });

  describe('4. PATCH with the flag', () => {
    let user: Json & { id: string };
    beforeEach(async () => {
      user = await create();
    });
    const now = () => scim.read(`/Users/${user.id}`);

    it('dotted names and names by URN without a path', async () => {
      const answer = await patch(`/Users/${user.id}`, {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kjell',
          'name.familyName': 'Berg',
          active: false,
          [`${ENTERPRISE}:employeeNumber`]: 'E-7',
          [`${ENTERPRISE}:department`]: 'Tours',
        },
      });
      expect(answer.status).toBe(200);
      expect(await now()).toMatchObject({
        displayName: 'Bjfe',
        name: { givenName: 'Kjell', familyName: 'Berg', formatted: 'givenName familyName' },
        active: false,
        [ENTERPRISE]: { employeeNumber: 'E-7', department: 'Tours' },
      });
      expect(Object.keys(await now())).not.toContain('name.givenName');
    });
    it('the manager by the URN without a path', async () => {
      const boss = await another('boss');
      await patch(`/Users/${user.id}`, { op: 'replace', value: { [`${ENTERPRISE}:manager`]: boss.id } });
      expect(await now()).toMatchObject({ [ENTERPRISE]: { manager: { value: boss.id } } });
    });
    it('a value path as a name without a path', async () => {
      const answer = await patch(`/Users/${user.id}`, {
        op: 'add',
        value: { 'emails[type eq "work"].value': `w_${salt}@delta.example`, 'phoneNumbers[type eq "work"].value': '5' },
      });
      expect(answer.status).toBe(200);
      expect(await now()).toMatchObject({
        emails: [{ type: 'work', value: `w_${salt}@delta.example` }],
        phoneNumbers: [{ type: 'work', value: '5' }],
      });
    });
    it('a member is removed by a filter', async () => {
      const bob = await another('bob');
      const group = await createGroup({ members: [{ value: user.id }, { value: bob.id }] });
      const answer = await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${user.id}"]` });
      expect(answer.status).toBe(204);
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ members: [{ value: bob.id }] });
    });
  });

  describe('5. values that are not there yet', () => {
    it.each(['Add', 'Replace', 'replace'])('%s makes them', async (op) => {
      const user = await create();
      const answer = await patch(
        `/Users/${user.id}`,
        { op, path: 'phoneNumbers[type eq "mobile"].value', value: '+1 425 555 0100' },
        { op, path: 'addresses[type eq "work"].country', value: 'Norway' },
        { op, path: 'addresses[type eq "work"].locality', value: 'Oslo' },
        { op, path: 'roles[primary eq "True"].value', value: 'Analyst' },
        { op, path: 'emails[type eq "other"].value', value: `o_${salt}@delta.example` },
      );
      expect(answer.status).toBe(200);
      const after = await scim.read(`/Users/${user.id}`);
      expect(after).toMatchObject({
        phoneNumbers: [{ type: 'mobile', value: '+1 425 555 0100' }],
        addresses: [{ type: 'work', country: 'Norway', locality: 'Oslo' }],
        roles: [{ primary: true, value: 'Analyst' }],
      });
      expect(after['emails']).toEqual(expect.arrayContaining([{ type: 'other', value: `o_${salt}@delta.example` }]));
    });
    it('a role that is primary is found by "True"', async () => {
      const user = await create({ roles: [{ primary: 'True', value: 'a' }, { value: 'b' }] });
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'roles[primary eq "True"].value', value: 'c' });
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject({
        roles: [{ primary: true, value: 'c' }, { value: 'b' }],
      });
    });
  });

  describe('6. soft and hard deletion', () => {
    it('a user who is inactive is read and found, and comes back', async () => {
      const user = await create();
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' });
      expect((await send('GET', `/Users/${user.id}`)).body).toMatchObject({ id: user.id, active: false });
      const found = await filtered('/Users', `userName eq "Test_User_${salt}@delta.example"`);
      expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: user.id, active: false }] });
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'True' });
      expect((await send('GET', `/Users/${user.id}`)).body).toMatchObject({ active: true });
    });
    it('a hard deletion is 204, then 404, and creation works again', async () => {
      const user = await create();
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' });
      expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(204);
      expect((await send('GET', `/Users/${user.id}`)).status).toBe(404);
      expect((await send('DELETE', `/Users/${user.id}`)).status).toBe(404);
      const again = await create();
      expect([again.id === user.id, again['active']]).toEqual([false, true]);
    });
  });

  describe('7. groups', () => {
    it('are read without their members', async () => {
      const user = await create();
      const group = await createGroup({ members: [{ value: user.id }] });
      const answer = await send('GET', `/Groups/${group.id}?excludedAttributes=members`);
      expect([answer.status, answer.body.displayName]).toEqual([200, `Group ${salt}`]);
      expect(answer.body).not.toHaveProperty('members');
    });
    it('are patched with 204', async () => {
      const group = await createGroup();
      const answer = await patch(`/Groups/${group.id}`, { op: 'Replace', path: 'displayName', value: `Other ${salt}` });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ displayName: `Other ${salt}` });
    });
    it('have a name of their own', async () => {
      await createGroup();
      const answer = await send('POST', '/Groups', { schemas: [GROUP], displayName: `Group ${salt}` });
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    });
    it('the check of a member', async () => {
      const user = await create();
      const group = await createGroup({ members: [{ value: user.id }] });
      const yes = await filtered('/Groups', `id eq "${group.id}" and members eq "${user.id}"`, '&attributes=id');
      expect([yes.body.totalResults, yes.body.Resources[0].id]).toEqual([1, group.id]);
      const no = await filtered('/Groups', `id eq "${user.id}" and members eq "${group.id}"`, '&attributes=id');
      expect([no.status, no.body.totalResults]).toEqual([200, 0]);
    });
    it('the check of a manager', async () => {
      const [user, boss] = [await create(), await another('boss')];
      await patch(`/Users/${user.id}`, { op: 'Add', path: 'manager', value: boss.id });
      const yes = await filtered('/Users', `id eq "${user.id}" and manager eq "${boss.id}"`, '&attributes=id');
      expect(yes.body).toMatchObject({ totalResults: 1, Resources: [{ id: user.id }] });
      const no = await filtered('/Users', `id eq "${boss.id}" and manager eq "${user.id}"`, '&attributes=id');
      expect([no.status, no.body.totalResults]).toEqual([200, 0]);
    });
    it('several memberships in one request', async () => {
      const users = [await create(), await another('bob'), await another('eve')];
      const group = await createGroup();
      await patch(`/Groups/${group.id}`, ...users.map(({ id }) => ({ op: 'Add', path: 'members', value: [{ value: id }] })));
      expect((await scim.read(`/Groups/${group.id}`))['members']).toHaveLength(3);
    });
  });

  describe('8. what Entra relies on', () => {
    it('values are stored as they are sent', async () => {
      const values = {
        phoneNumbers: [
          { type: 'work', value: '+1 (425) 555-0100 x7' },
          { type: 'mobile', value: '0049 151/123' },
        ],
        emails: [{ primary: true, type: 'work', value: `MiXeD_${salt}@Delta.Example` }],
        displayName: 'ÅSA  Öberg ',
      };
      const user = await create(values);
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject(values);
    });
    it('the schemas are read without a null and in camel case', async () => {
      const answer = await send('GET', '/Schemas');
      expect([answer.status, answer.text.includes('null')]).toEqual([200, false]);
      expect(answer.text).not.toMatch(/"(?:read_only|ReadOnly|readonly|read-only)"/);
    });
    it('answers are application/scim+json', async () =>
      expect((await send('GET', '/Users?count=1')).headers.get('content-type')).toMatch(/^application\/scim\+json/));
    it('fifty requests at once are all answered', async () => {
      const user = await create();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (__, number) =>
          number % 2 === 0
            ? send('GET', `/Users/${user.id}`)
            : patch(`/Users/${user.id}`, { op: 'Add', path: 'nickName', value: String(number) }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    it('a token without an end stays good for years', async () => {
      scim.app.clock.advance({ days: 365 * 3 });
      expect((await send('GET', '/Users?count=1')).status).toBe(200);
    });
  });
});
