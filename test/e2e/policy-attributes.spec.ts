import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const SOURCE = { engine: 'postgresql', connection: { host: 'warehouse.delta.example', database: 'd', username: 'u' } };

describe('what access policies read of things and people', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  beforeAll(async () => {
    app = await startTestApp();
    [olivia, adam, vera, oscar, sysadmin] = (await Promise.all(
      ['olivia', 'adam', 'vera', 'oscar', 'sysadmin'].map((name) => logIn(app.http, name)),
    )) as [LoggedIn, LoggedIn, LoggedIn, LoggedIn, LoggedIn];
  });
  afterAll(() => app.close());

  const send = (who: LoggedIn, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.http.send(method, path, body, { token: who.accessToken, headers });
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const lastAudit = async (action: string) => {
    const text = 'SELECT outcome, detail FROM audit_events WHERE action = $1 ORDER BY id DESC LIMIT 1';
    return (await app.dataSource.query(text, [action]))[0];
  };
  const created = async (who: LoggedIn, path: string, body: object) => {
    const answer = await send(who, 'POST', path, body);
    expect(answer.status).toBe(201);
    return `${path.replace('organizations/1/', '')}/${(answer.body.data.workspace ?? answer.body.data.data_source).id}`;
  };

  describe.each([
    ['a workspace', '/api/v1/organizations/1/workspaces', 'PUT', 'workspace', { settings: { allow_public_access: true } }],
    ['a data source', '/api/v1/data-sources', 'PATCH', 'data_source', { organization_id: 1, ...SOURCE }],
  ])('labels of %s', (what, collection, method, member, fields) => {
    const labelsAt = async (path: string) => (await send(olivia, 'GET', path)).body.data[member].labels;

    it('are unknown to other organizations', async () => {
      const path = await created(olivia, collection, { ...fields, name: `Hidden ${member}`, labels: ['restricted'] });
      expect(outcome(await send(oscar, method, path, { labels: [] }))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await send(vera, method, path, { labels: [] }))).toEqual([403, 'FORBIDDEN']);
      expect(await labelsAt(path)).toEqual(['restricted']);
    });

    it('are kept once, in order, and stay where a change does not name them', async () => {
      const labels = ['restricted', 'eu', 'restricted'];
      const path = await created(olivia, collection, { ...fields, name: `Kept ${member}`, labels });
      expect(await labelsAt(path)).toEqual(['eu', 'restricted']);
      expect((await send(adam, method, path, { name: `Renamed ${member}` })).status).toBe(200);
      expect(await labelsAt(path)).toEqual(['eu', 'restricted']);
      expect((await send(olivia, method, path, { labels: [] })).status).toBe(200);
      expect(await labelsAt(path)).toEqual([]);
      expect(await lastAudit(`${member}.updated`)).toMatchObject({ detail: { changed: ['labels'], labels: [] } });
    });

    it('are changed only by those who may publish policies', async () => {
      const path = await created(olivia, collection, { ...fields, name: `Guarded ${member}`, labels: ['restricted'] });
      const permissions = ['workspace.read', 'workspace.write', 'data_source.read', 'data_source.write'];
      const role = await send(olivia, 'POST', '/api/v1/organizations/1/roles', {
        name: `Keeper of ${what}`,
        permissions,
      });
      const roleId = role.body.data.role.id;
      await send(olivia, 'PATCH', `/api/v1/organizations/1/members/${vera.userId}`, { role_id: roleId });
      const another = { ...fields, name: `Another ${member}`, labels: ['public'] };
      for (const who of [vera, adam]) {
        expect(outcome(await send(who, method, path, { labels: [] }))).toEqual([403, 'FORBIDDEN']);
        expect(outcome(await send(who, method, path, { labels: ['public'] }))).toEqual([403, 'FORBIDDEN']);
        expect(outcome(await send(who, 'POST', collection, another))).toEqual([403, 'FORBIDDEN']);
      }
      // Who sends back what they have read changes nothing.
      expect((await send(vera, method, path, { name: 'Same labels', labels: ['restricted'] })).status).toBe(200);
      expect(await labelsAt(path)).toEqual(['restricted']);
    });

    it.each([
      ['text', 'restricted'],
      ['null', null],
      ['an empty label', ['']],
      ['another spelling', ['Restricted']],
      ['a blank at the end', ['restricted ']],
      ['a long label', ['x'.repeat(51)]],
      ['control characters', ['a\nb']],
      ['objects', [{}]],
      ['too many', Array.from({ length: 21 }, (_, index) => `label ${index}`)],
    ])('are refused when they are %s', async (_, labels) => {
      const body = { ...fields, name: `Refused ${member}`, labels };
      expect(outcome(await send(adam, 'POST', collection, body))).toEqual([400, 'VALIDATION_FAILED']);
      const path = collection.replace('organizations/1/', '');
      expect(outcome(await send(adam, method, `${path}/1`, { labels }))).toEqual([400, 'VALIDATION_FAILED']);
    });
  });

  it('do not come along when a labelled data source is led to another database', async () => {
    const cleared = { organization_id: 1, name: 'Cleared', labels: ['cleared'], ...SOURCE };
    const path = await created(olivia, '/api/v1/data-sources', cleared);
    const move = (who: LoggedIn, connection: object) => send(who, 'PATCH', path, { connection });
    for (const connection of [{ host: 'people.delta.example' }, { port: 5433 }, { database: 'people' }])
      expect(outcome(await move(adam, connection))).toEqual([403, 'FORBIDDEN']);
    expect((await move(adam, { username: 'reader' })).status).toBe(200);
    expect((await move(olivia, { database: 'people' })).status).toBe(200);
    expect((await send(olivia, 'PATCH', path, { labels: [] })).status).toBe(200);
    // What had labels stays protected.
    expect(outcome(await move(adam, { database: 'd' }))).toEqual([403, 'DATA_UNDER_POLICIES']);
    // No name server knows the host, so nobody can tell which data is there.
    expect(outcome(await move(adam, { database: 'others' }))).toEqual([503, 'DATA_NOT_COMPARED']);
    expect((await move(olivia, { database: 'others' })).status).toBe(200);
  });

  describe('attributes of members', () => {
    let mia = 0;
    beforeAll(async () => {
      [{ id: mia }] = await app.dataSource.query(`SELECT id FROM users WHERE username = 'mia'`);
    });
    const path = (userId: string | number) => `/api/v1/organizations/1/members/${userId}/attributes`;

    it('are set by those who may publish policies, count their version, and are in the trail', async () => {
      const none = await send(adam, 'GET', path(vera.userId));
      expect([none.status, none.headers.get('etag'), none.body.data.attributes]).toEqual([200, '"0"', {}]);
      const set = await send(olivia, 'PUT', path(vera.userId), { attributes: { regions: ['US', 'EU', 'EU'] } });
      expect([set.status, set.headers.get('etag')]).toEqual([200, '"1"']);
      expect(set.body.data.attributes).toEqual({ regions: ['EU', 'US'] });
      expect((await send(olivia, 'GET', path(vera.userId))).body.data.attributes).toEqual({ regions: ['EU', 'US'] });
      expect(await lastAudit('member.attributes_changed')).toMatchObject({
        outcome: 'success',
        detail: { attributes: ['regions: ["EU","US"]'] },
      });
    });

    it('are out of reach of other organizations, of members, and of people who are none', async () => {
      for (const who of [oscar, vera]) {
        expect(outcome(await send(who, 'PUT', path(vera.userId), { attributes: {} }))).toEqual([403, 'FORBIDDEN']);
        expect(outcome(await send(who, 'GET', path(vera.userId)))).toEqual([403, 'FORBIDDEN']);
      }
      expect(outcome(await send(olivia, 'PUT', path(oscar.userId), { attributes: {} }))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await send(adam, 'GET', path(2_000_000_000)))).toEqual([404, 'NOT_FOUND']);
    });

    it('are set neither by those who may only write policies, for themselves or for another account, nor by system administrators', async () => {
      const attributes = { clearance: ['secret'] };
      for (const userId of [adam.userId, vera.userId])
        expect(outcome(await send(adam, 'PUT', path(userId), { attributes }))).toEqual([403, 'FORBIDDEN']);
      const bySysadmin = await send(sysadmin, 'PUT', path(vera.userId), { attributes });
      expect(outcome(bySysadmin)).toEqual([403, 'OWNER_APPROVAL_REQUIRED']);
      expect((await send(olivia, 'PUT', path(olivia.userId), { attributes })).status).toBe(200);
    });

    it('are changed by one of twenty who have read the same version', async () => {
      const version = (await send(adam, 'GET', path(vera.userId))).headers.get('etag') ?? '';
      const change = (index: number) =>
        send(olivia, 'PUT', path(vera.userId), { attributes: { team: [`${index}`] } }, { 'If-Match': version });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => change(index)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 412)]);
      const unset = await send(olivia, 'PUT', path(mia), { attributes: {} }, { 'If-Match': '"7"' });
      expect(outcome(unset)).toEqual([412, 'PRECONDITION_FAILED']);
    });

    it.each([
      ['text', 'EU'],
      ['a list', ['EU']],
      ['null', null],
      ['a value that is no list', { regions: 'EU' }],
      ['a value that is no text', { regions: [1] }],
      ['an empty text', { regions: [''] }],
      ['control characters', { regions: ['a\u0000'] }],
      ['a lone surrogate', { regions: ['\ud800'] }],
      ['a name that is none', { 'a b': ['EU'] }],
      ['too many values', { regions: Array.from({ length: 51 }, (_, index) => `${index}`) }],
    ])('are refused when they are %s', async (_, attributes) => {
      expect(outcome(await send(adam, 'PUT', path(vera.userId), { attributes }))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('are gone with the membership', async () => {
      const roleId = (await send(olivia, 'GET', `/api/v1/organizations/1/members/${mia}`)).body.data.member.role.id;
      await send(olivia, 'PUT', path(mia), { attributes: { regions: ['EU'] } });
      expect((await send(olivia, 'DELETE', `/api/v1/organizations/1/members/${mia}`)).status).toBe(200);
      await app.dataSource.query(
        'INSERT INTO organization_members (organization_id, user_id, role_id, joined_at, arrived_at) VALUES (1, $1, $2, now(), now())',
        [mia, roleId],
      );
      expect((await send(adam, 'GET', path(mia))).body.data.attributes).toEqual({});
    });
  });
});
