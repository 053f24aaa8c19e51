import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { USER_SENT } from '../../src/scim/adapters/http/resource-examples.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { accountOf, letDirectorySetPasswords, login, membershipsOf, person, replacing, work } from '../support/people.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const PASSWORD = 'a heron stands in shallow water';

describe('users of a directory', () => {
  let app: TestApp;
  let scim: ScimClient;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    await letDirectorySetPasswords(app, 'delta.example');
  });
  beforeEach(async () => {
    scim = await scimClient(app, 1);
  });
  afterAll(() => app.close());

  const someone = () => `person${(people += 1)}@delta.example`;
  const create = async (address = someone(), more: object = {}) => {
    const answer = await scim.post('/Users', person(address, { ...work(address), ...more }));
    if (answer.status !== 201) throw new Error(`Creating answered ${answer.status} ${answer.text}`);
    return answer;
  };
  const count = async (table: string): Promise<number> => (await app.dataSource.query(`SELECT count(*)::int AS n FROM ${table}`))[0].n;

  describe('are made', () => {
    it('with an account that can log in with the password sent, and with the least role', async () => {
      const address = someone();
      const { body, headers } = await create(address, { password: PASSWORD, title: 'Gauger' });
      expect(body).toMatchObject({ userName: address, active: true, title: 'Gauger', meta: { resourceType: 'User' } });
      expect(body.password).toBeUndefined();
      expect(headers.get('location')).toMatch(new RegExp(`/scim/v2/Users/${body.id}$`));
      expect(headers.get('etag')).toBe('W/"1"');
      const { body: tokens } = await login(app, address, PASSWORD);
      expect(tokens.user).toMatchObject({ email: address, role: 'viewer' });
      expect(await accountOf(app, address)).toMatchObject({ provisioned_by: 1, email_verified_at: null });
    });

    it('without a password if none was sent, so that no password logs in', async () => {
      const address = someone();
      await create(address);
      expect(await accountOf(app, address)).toMatchObject({ password_hash: null });
      expect((await login(app, address, '')).status).not.toBe(200);
      expect((await login(app, address, 'null')).status).toBe(401);
    });

    it('with the role by default of the organization', async () => {
      await app.dataSource.query(
        `INSERT INTO scim_settings (organization_id, default_role_id, version, updated_at)
         SELECT 1, id, 1, now() FROM roles WHERE organization_id = 1 AND name = 'editor'`,
      );
      const address = someone();
      await create(address, { password: PASSWORD });
      expect((await login(app, address, PASSWORD)).body.user.role).toBe('editor');
      await app.dataSource.query('DELETE FROM scim_settings WHERE organization_id = 1');
    });

    it('not with a password that is too weak, where the organization accepts passwords', async () => {
      const address = someone();
      const answer = await scim.post('/Users', person(address, { ...work(address), password: '1mz050nq' }));
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
      expect(await accountOf(app, address)).toBeUndefined();
    });

    it('not with a name that another user of the organization has, in any case', async () => {
      const address = someone();
      await create(address);
      const accounts = await count('users');
      const answer = await scim.post('/Users', person(address.toUpperCase(), work(someone())));
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
      expect(await count('users')).toBe(accounts);
    });

    it('under the address when another user has this name already', async () => {
      const address = someone();
      await create(address, { userName: 'olivia' });
      expect(await accountOf(app, address)).toMatchObject({ username: address });
    });

    it('with a name of its own where the address can be none', async () => {
      const address = `o'brien${(people += 1)}@delta.example`;
      await create(address);
      expect((await accountOf(app, address))?.['username']).toMatch(/^user\.[0-9a-f]{16}$/);
    });

    it('without an account where there is no address', async () => {
      const accounts = await count('users');
      const { body, status } = await scim.post('/Users', person('gauge.keeper', { emails: [{ value: 'no address' }] }));
      expect(status).toBe(201);
      expect(body.emails).toEqual([{ value: 'no address' }]);
      expect(await count('users')).toBe(accounts);
      expect((await scim.patch(`/Users/${body.id}`, replacing({ active: false }))).body.active).toBe(false);
    });

    it('with an account as soon as there is one', async () => {
      const { body } = await scim.post('/Users', person(`gauge.keeper.${(people += 1)}`));
      const address = someone();
      const changed = await scim.patch(`/Users/${body.id}`, replacing(work(address)));
      expect([changed.status, changed.body.id]).toEqual([200, body.id]);
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('once, when twenty clients make the same one at once', async () => {
      const address = someone();
      const answers = await Promise.all(Array.from({ length: 20 }, () => scim.post('/Users', person(address, work(address)))));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
      expect(await membershipsOf(app, address)).toEqual([1]);
    });

    it('with what the schemas define and nothing else, nowhere', async () => {
      const unknown = { 'urn:example:gauges:1.0': { Station: ['Basel', 'Köln'] }, favouriteColour: 'Rhine' };
      const { body } = await create(someone(), {
        ...unknown,
        phoneNumbers: [{ value: '(0761) 12 34', type: 'mobile' }],
      });
      expect(body.phoneNumbers).toEqual([{ value: '(0761) 12 34', type: 'mobile' }]);
      const put = await scim.put(`/Users/${body.id}`, person(body.userName, { ...work(body.userName), ...unknown }));
      const patched = await scim.patch(`/Users/${body.id}`, replacing({ ...unknown, title: 'Gauger' }));
      expect([put.status, patched.status, patched.body.title]).toEqual([200, 200, 'Gauger']);
      const rows = await app.dataSource.query('SELECT r::text AS row FROM scim_resources r WHERE id = $1', [body.id]);
      expect(JSON.stringify([body, put.body, patched.body, rows])).not.toMatch(/Rhine|Basel|gauges|favourite/);
    });

    it('but with no name by which code reaches what all objects share', async () => {
      const { body } = await create();
      for (const name of ['__proto__', 'constructor', 'prototype'])
        for (const sent of [`"${name}":{"x":1}`, `"name":{"${name}":1}`, `"urn:example:x":{"${name}":1}`]) {
          const user = `{"schemas":["${USER}"],"userName":"${someone()}",${sent}}`;
          const patch = `{"schemas":["${PATCH_OP}"],"Operations":[{"op":"replace","value":{${sent}}}]}`;
          for (const answer of [
            await scim.post('/Users', user),
            await scim.put(`/Users/${body.id}`, user),
            await scim.patch(`/Users/${body.id}`, patch),
          ])
            expect([sent, answer.status, answer.body.scimType]).toEqual([sent, 400, 'invalidValue']);
        }
    });

    it('but not with a name that occurs twice, in any case or spelling, or with bytes that are not UTF-8', async () => {
      const { body } = await create();
      const head = `{"schemas":["${USER}"],"userName":"${someone()}"`;
      const doubled = ['"title":"a","title":"b"', '"title":"a","TITLE":"b"', '"title":"a","\\u0074itle":"b"'];
      for (const sent of [...doubled, '"name":{"givenName":"a","GIVENNAME":"b"}'])
        for (const answer of [
          await scim.post('/Users', `${head},${sent}}`),
          await scim.put(`/Users/${body.id}`, `${head},${sent}}`),
          await scim.patch(`/Users/${body.id}`, `{"schemas":["${PATCH_OP}"],"Operations":[{"op":"replace","value":{${sent}}}]}`),
        ])
          expect([sent, answer.status, answer.body.scimType]).toEqual([sent, 400, 'invalidSyntax']);
      const response = await fetch(`${app.url}/scim/v2/Users`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${scim.token}`, 'Content-Type': 'application/scim+json' },
        body: new Uint8Array(Buffer.from(`${head},"title":"\xff"}`, 'latin1')),
      });
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ scimType: 'invalidSyntax' })]);
    });
  });

  describe('are changed', () => {
    it('by PUT: what is not sent is removed, but leaving out "active" neither activates nor deactivates', async () => {
      const address = someone();
      const { body } = await create(address, { title: 'Gauger', active: false });
      const put = await scim.put(`/Users/${body.id}`, person(address, { ...work(address), nickName: 'Gogo' }));
      expect([put.status, put.headers.get('etag')]).toEqual([200, 'W/"2"']);
      expect(put.body).toMatchObject({ nickName: 'Gogo', active: false });
      expect(put.body.title).toBeUndefined();
      expect(await membershipsOf(app, address)).toEqual([-1]);
    });

    it('not by a PUT that says the same: the version stays', async () => {
      const address = someone();
      const { body } = await create(address, { active: true });
      const put = await scim.put(`/Users/${body.id}`, {
        ...person(address, { ...work(address), active: true }),
        id: body.id,
      });
      expect([put.status, put.headers.get('etag')]).toEqual([200, 'W/"1"']);
    });

    it('not when the version of If-Match is past, by any method', async () => {
      const { body } = await create();
      await scim.patch(`/Users/${body.id}`, replacing({ title: 'Gauger' }));
      const stale = { headers: { 'If-Match': 'W/"1"' } };
      const answers = [
        await scim.patch(`/Users/${body.id}`, replacing({ title: 'Keeper' }), stale),
        await scim.put(`/Users/${body.id}`, person(body.userName), stale),
        await scim.delete(`/Users/${body.id}`, stale),
      ];
      expect(answers.map(({ status }) => status)).toEqual([412, 412, 412]);
      const fresh = { headers: { 'If-Match': 'W/"2"' } };
      expect((await scim.patch(`/Users/${body.id}`, replacing({ title: 'Keeper' }), fresh)).status).toBe(200);
    });

    it('by twelve PATCHes at once, none of which is lost', async () => {
      const { body } = await create();
      const names = Array.from({ length: 12 }, (_, index) => `note${index}`);
      const answers = await Promise.all(
        names.map((name) =>
          scim.patch(`/Users/${body.id}`, {
            schemas: [PATCH_OP],
            Operations: [{ op: 'add', path: 'roles', value: [{ value: name }] }],
          }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
      const [{ version, attributes }] = await app.dataSource.query('SELECT version, attributes FROM scim_resources WHERE id = $1', [
        body.id,
      ]);
      expect(version).toBe(13);
      expect(names.filter((name) => JSON.stringify(attributes).includes(`"${name}"`))).toEqual(names);
    });

    it('not to the name of another', async () => {
      const [one, other] = [await create(), await create()];
      const answer = await scim.patch(`/Users/${one.body.id}`, replacing({ userName: other.body.userName }));
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    });

    it('not with a password that the policy refuses, which the answer does not repeat', async () => {
      const { body } = await create();
      for (const answer of [
        await scim.patch(`/Users/${body.id}`, replacing({ password: 'password1' })),
        await scim.put(`/Users/${body.id}`, person(body.userName, { password: 'password1' })),
      ]) {
        expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
        expect(answer.text).not.toContain('password1');
      }
    });

    it('with a new password that logs in, and ends the sessions of the old one', async () => {
      const address = someone();
      const { body } = await create(address, { password: PASSWORD });
      const { accessToken } = await logIn(app.http, address, PASSWORD);
      const next = 'the ferry waits for nobody today';
      expect((await scim.patch(`/Users/${body.id}`, replacing({ password: next }))).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
      expect((await login(app, address, PASSWORD)).status).toBe(401);
      expect((await login(app, address, next)).status).toBe(200);
    });
  });

  describe('are deleted', () => {
    it('with membership, sessions and workspaces; the audit trail stays', async () => {
      const address = someone();
      const { body } = await create(address, { password: PASSWORD });
      const { accessToken } = await logIn(app.http, address, PASSWORD);
      expect((await scim.delete(`/Users/${body.id}`)).status).toBe(204);
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(401);
      expect(await membershipsOf(app, address)).toEqual([]);
      const again = [
        await scim.delete(`/Users/${body.id}`),
        await scim.patch(`/Users/${body.id}`, replacing({ active: true })),
        await scim.put(`/Users/${body.id}`, person(address)),
      ];
      expect(again.map(({ status }) => status)).toEqual([404, 404, 404]);
      const rows = await app.dataSource.query(
        `SELECT action, actor_user_id, organization_id, detail FROM audit_events
          WHERE target_type = 'scim_user' AND target_id = $1 AND outcome = 'success' ORDER BY id`,
        [body.id],
      );
      expect(rows.map(({ action }: { action: string }) => action)).toEqual(['scim.user_created', 'scim.user_deleted']);
      expect(rows[0]).toMatchObject({
        actor_user_id: null,
        organization_id: 1,
        detail: { scim_token_id: scim.tokenId },
      });
      expect(JSON.stringify(rows)).not.toContain(PASSWORD);
    });

    it('and made again, with another id, for the account that the organization had made', async () => {
      const address = someone();
      const first = await create(address);
      const account = await accountOf(app, address);
      await scim.delete(`/Users/${first.body.id}`);
      const second = await create(address);
      expect(second.body.id).not.toBe(first.body.id);
      expect(await membershipsOf(app, address)).toEqual([1]);
      expect((await accountOf(app, address))?.['id']).toBe(account?.['id']);
    });
  });

  it('are answered alike by each way to read and write them', async () => {
    const { body } = await scim.post('/Users', USER_SENT);
    await scim.post('/Groups', { schemas: [GROUP], displayName: 'Analysts', members: [{ value: body.id }] });
    const read = (await scim.get(`/Users/${body.id}`)).body;
    expect(read).toMatchObject({ ...USER_SENT, groups: [{ display: 'Analysts', type: 'direct' }] });
    const search = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: `userName eq "${read.userName}"` };
    const lists = [
      await scim.get(`/Users?filter=${encodeURIComponent(search.filter)}`),
      await scim.post('/Users/.search', search),
      await scim.post('/.search', search),
    ];
    for (const list of lists) expect(list.body.Resources).toEqual([read]);
    const { meta: _, ...rest } = read;
    expect((await scim.put(`/Users/${body.id}`, USER_SENT)).body).toMatchObject(rest);
    expect((await scim.patch(`/Users/${body.id}`, replacing({ active: false }))).body).toMatchObject({ ...rest, active: false });
  });

  it('of one organization are unknown to the token of another', async () => {
    const { body } = await create();
    const other = await scimClient(app, 2);
    const answers = [
      await other.patch(`/Users/${body.id}`, replacing({ active: false })),
      await other.put(`/Users/${body.id}`, person(body.userName)),
      await other.delete(`/Users/${body.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    // The same name is free there.
    expect((await other.post('/Users', person(body.userName))).status).toBe(201);
  });

  it('are not found by an invalid id', async () => {
    for (const id of ['1', 'x'.repeat(300), '..%2F..', `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`])
      expect([id, (await scim.patch(`/Users/${id}`, replacing({ active: true }))).status]).toEqual([id, 404]);
  });
});
