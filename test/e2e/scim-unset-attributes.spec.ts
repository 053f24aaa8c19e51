import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENTERPRISE_USER } from '../../src/engines/scim-protocol/schema/enterprise-schema.js';
import { ENTERPRISE_SCHEMA, PATCH_MESSAGE } from '../../src/engines/scim-protocol/schema/urns.js';
import { USER } from '../../src/engines/scim-protocol/schema/user-schema.js';
import { accountOf, activating, letDirectorySetPasswords, login, membershipsOf, person, work } from '../support/people.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';

/** Every attribute that a client can write, under the path that names it: a new one is in the list by being in a schema. */
const ATTRIBUTES = [
  ...USER.attributes.filter(({ mutability }) => mutability !== 'readOnly').map(({ name }) => name),
  'externalId',
  ...ENTERPRISE_USER.attributes.map(({ name }) => `${ENTERPRISE_SCHEMA}:${name}`),
];

type Unset = (scim: ScimClient, user: { id: string; address: string }, attribute: string) => Promise<unknown>;
const patch =
  (operation: (attribute: string) => object): Unset =>
  (scim, { id }, attribute) =>
    scim.patch(`/Users/${id}`, { schemas: [PATCH_MESSAGE], Operations: [operation(attribute)] });
const put =
  (sent: (attribute: string) => object): Unset =>
  (scim, { id, address }, attribute) => {
    const whole = { ...full(address), ...sent(attribute) };
    return scim.put(`/Users/${id}`, without(whole, attribute, sent(attribute)));
  };
const bulk =
  (method: 'PATCH' | 'PUT', data: (attribute: string, address: string) => object): Unset =>
  (scim, { id, address }, attribute) =>
    scim.post('/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [{ method, path: `/Users/${id}`, data: data(attribute, address) }],
    });

const remove = (path: string) => ({ op: 'remove', path });
const OPERATIONS: Readonly<Record<string, Unset>> = {
  'PATCH remove': patch(remove),
  'PATCH Remove, as Entra ID writes it': patch((path) => ({ op: 'Remove', path, value: null })),
  'PATCH replace by null': patch((path) => ({ op: 'replace', path, value: null })),
  'PATCH replace by an empty list': patch((path) => ({ op: 'replace', path, value: [] })),
  'PATCH add null': patch((path) => ({ op: 'add', path, value: null })),
  'PATCH null without a path': patch((name) => ({ op: 'replace', value: { [name]: null } })),
  'PATCH an empty list without a path': patch((name) => ({ op: 'replace', value: { [name]: [] } })),
  'PATCH null at the schema': patch((name) => ({ op: 'replace', path: USER.id, value: { [name]: null } })),
  'PUT without it': put(() => ({})),
  'PUT with null': put((name) => ({ [name]: null })),
  'PUT with an empty list': put((name) => ({ [name]: [] })),
  'Bulk PATCH remove': bulk('PATCH', (path) => ({ schemas: [PATCH_MESSAGE], Operations: [remove(path)] })),
  'Bulk PUT without it': bulk('PUT', (name, address) => without(full(address), name, {})),
};

function full(address: string): Record<string, unknown> {
  return {
    ...(person(`upn.${address}`, work(address)) as Record<string, unknown>),
    externalId: `external of ${address}`,
    displayName: 'Someone',
    name: { givenName: 'Some', familyName: 'One' },
    roles: [{ value: 'Guide' }],
    entitlements: [{ value: 'Badge' }],
    [ENTERPRISE_SCHEMA]: { department: 'Water', employeeNumber: '7' },
  };
}

/** `active` is never among what a PUT sends here: that is the request in question. */
function without(whole: Record<string, unknown>, attribute: string, sent: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== attribute || name in sent));
}

describe('unsetting an attribute of a user', () => {
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    await letDirectorySetPasswords(app, 'delta.example');
    scim = await scimClient(app, 1);
  });
  afterAll(() => app.close());

  async function employee(): Promise<{ id: string; address: string }> {
    const address = `unset${(people += 1)}@delta.example`;
    const { body, status } = await scim.post('/Users', { ...full(address), password: PASSWORD });
    expect(status).toBe(201);
    return { id: body.id, address };
  }
  const facts = async (address: string) => {
    const account = await accountOf(app, address);
    return {
      memberships: await membershipsOf(app, address),
      username: account?.['username'],
      hash: account?.['password_hash'],
      status: account?.['status'],
    };
  };

  describe.each(Object.entries(OPERATIONS))('by %s', (_, unset) => {
    it('lets nobody in who is deactivated, and shuts nobody out, whichever attribute it is', async () => {
      const [out, present] = [await employee(), await employee()];
      await activating(scim, out.id, false);
      const before = [await facts(out.address), await facts(present.address)];
      expect(before.map(({ memberships }) => memberships)).toEqual([[-1], [1]]);
      for (const attribute of ATTRIBUTES) {
        for (const user of [out, present]) await unset(scim, user, attribute);
        expect({ attribute, after: [await facts(out.address), await facts(present.address)] }).toEqual({
          attribute,
          after: before,
        });
      }
      expect((await scim.get(`/Users/${out.id}`)).body.active).toBe(false);
      expect((await login(app, out.address, PASSWORD)).status).toBe(401);
      expect((await login(app, present.address, PASSWORD)).status).toBe(200);
    });
  });

  it('lets them in all the same where a later operation of the request says so', async () => {
    const { id, address } = await employee();
    await activating(scim, id, false);
    const Operations = [remove('active'), { op: 'add', path: 'active', value: true }];
    expect((await scim.patch(`/Users/${id}`, { schemas: [PATCH_MESSAGE], Operations })).body.active).toBe(true);
    expect(await membershipsOf(app, address)).toEqual([1]);
  });

  it('changes nothing, and is answered with the user as they are', async () => {
    const { id } = await employee();
    const { headers } = await activating(scim, id, false);
    const answer = await scim.patch(`/Users/${id}`, { schemas: [PATCH_MESSAGE], Operations: [remove('active')] });
    expect([answer.status, answer.body.active, answer.headers.get('etag')]).toEqual([200, false, headers.get('etag')]);
  });
});
