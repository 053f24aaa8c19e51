import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/http-client.js';
import {
  BASE,
  BULK_REQUEST,
  BULK_RESPONSE,
  ENTERPRISE,
  ERROR,
  GROUP,
  type Json,
  NOBODY,
  PATCH_OP,
  type Scim,
  USER,
  expectRefusal,
  query,
  scimAnew,
} from '../scim.js';

const name = () => `bulk-${randomBytes(5).toString('hex')}`;

interface Done {
  readonly method: string;
  readonly bulkId?: string;
  readonly status: string;
  readonly location?: string;
  readonly version?: string;
  readonly response?: Json;
}

describe('bulk (RFC 7644 section 3.7)', () => {
  let scim: Scim;
  beforeAll(async () => {
    scim = await scimAnew();
  });

  const bulk = (Operations: unknown, more: Json = {}): Promise<Answer> =>
    scim.post('/Bulk', { schemas: [BULK_REQUEST], Operations, ...more });
  const done = (answer: Answer): Done[] => {
    if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
    return answer.body.Operations;
  };
  const statuses = (answer: Answer) => done(answer).map(({ status }) => status);
  const newUser = (bulkId: string, more: Json = {}) => ({
    method: 'POST',
    path: '/Users',
    bulkId,
    data: { schemas: [USER], userName: name(), ...more },
  });
  const newGroup = (bulkId: string, members: readonly string[] = [], more: Json = {}) => ({
    method: 'POST',
    path: '/Groups',
    bulkId,
    data: { schemas: [GROUP], displayName: name(), members: members.map((value) => ({ value })), ...more },
  });
  const byId = (answer: Answer, bulkId: string): Done => {
    const found = done(answer).find((one) => one.bulkId === bulkId);
    if (found === undefined) throw new Error(`No answer for ${bulkId}: ${answer.text}`);
    return found;
  };
  const read = async ({ location = '' }: Done): Promise<Json> => scim.read(location.slice(BASE.length));
  const id = ({ location = '' }: Done): string => location.split('/').at(-1) ?? '';
  const exists = async (attribute: string, value: unknown, root: string): Promise<boolean> =>
    (await scim.get(`${root}${query({ filter: `${attribute} eq "${String(value)}"` })}`)).body.totalResults === 1;

  describe('the answer', () => {
    it('is a BulkResponse of 200', async () => {
      const answer = await bulk([newUser('a')]);
      expect([answer.status, answer.body.schemas]).toEqual([200, [BULK_RESPONSE]]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/scim\+json/);
    });
    it('says of a creation its method, bulkId, status, location and version', async () => {
      const operation = byId(await bulk([newUser('a')]), 'a');
      const resource = await read(operation);
      expect(operation).toMatchObject({
        method: 'POST',
        bulkId: 'a',
        status: '201',
        location: (resource['meta'] as Json)['location'],
        version: (resource['meta'] as Json)['version'],
      });
    });
    it('keeps the order of the request', async () => {
      const answer = await bulk([newUser('c'), newUser('a'), newUser('b')]);
      expect(done(answer).map(({ bulkId }) => bulkId)).toEqual(['c', 'a', 'b']);
    });
    it('PUT is 200 with location and version', async () => {
      const user = await scim.user({ userName: name() });
      const [operation] = done(
        await bulk([
          {
            method: 'PUT',
            path: `/Users/${user.id}`,
            data: { schemas: [USER], userName: user['userName'], title: 'x' },
          },
        ]),
      );
      expect(operation).toMatchObject({ method: 'PUT', status: '200', version: expect.stringMatching(/^W\//) });
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject({ title: 'x', meta: { version: operation?.version } });
    });
    it('PATCH of a user is 200 and done', async () => {
      const user = await scim.user({ userName: name() });
      const answer = await bulk([
        {
          method: 'PATCH',
          path: `/Users/${user.id}`,
          data: { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'title', value: 'x' }] },
        },
      ]);
      expect(statuses(answer)).toEqual(['200']);
      expect(await scim.read(`/Users/${user.id}`)).toMatchObject({ title: 'x' });
    });
    it('PATCH of a group is 200 or 204 and done', async () => {
      const user = await scim.user({ userName: name() });
      const group = await scim.group(name());
      const answer = await bulk([
        {
          method: 'PATCH',
          path: `/Groups/${group.id}`,
          data: { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'members', value: [{ value: user.id }] }] },
        },
      ]);
      expect(statuses(answer)[0]).toBe('204');
      expect(await scim.read(`/Groups/${group.id}`)).toMatchObject({ members: [{ value: user.id }] });
    });
    it('DELETE is 204 and done', async () => {
      const user = await scim.user({ userName: name() });
      const answer = await bulk([{ method: 'DELETE', path: `/Users/${user.id}` }]);
      expect(done(answer)).toEqual([expect.objectContaining({ method: 'DELETE', status: '204' })]);
      expectRefusal(await scim.get(`/Users/${user.id}`), 404);
    });
    it.each(['post', 'Post'])('reads the method %s', async (method) =>
      expect(statuses(await bulk([{ ...newUser('a'), method }]))).toEqual(['201']),
    );
    it('never shows a password', async () =>
      expect((await bulk([newUser('a', { password: 'vK7-tarn-Quoll-82' })])).text).not.toContain('tarn-Quoll'));
  });

  describe('each operation for itself', () => {
    it('one that fails says why and leaves the others', async () => {
      const [first, second, third] = [newUser('a'), newUser('b', { active: 'perhaps' }), newUser('c')];
      const answer = await bulk([first, second, third]);
      expect(statuses(answer)).toEqual(['201', '400', '201']);
      expect(byId(answer, 'b').response).toMatchObject({
        schemas: [ERROR],
        status: '400',
        scimType: expect.any(String),
      });
      expect(byId(answer, 'b')).not.toHaveProperty('version');
      expect(await exists('userName', second.data.userName, '/Users')).toBe(false);
    });
    it('a name that is taken is 409 uniqueness', async () => {
      const user = await scim.user({ userName: name() });
      const answer = await bulk([newUser('a', { userName: user['userName'] })]);
      expect(byId(answer, 'a')).toMatchObject({ status: '409', response: { scimType: 'uniqueness', status: '409' } });
    });
    it('two of one name in one request: the first is made', async () => {
      const userName = name();
      expect(statuses(await bulk([newUser('a', { userName }), newUser('b', { userName })]))).toEqual(['201', '409']);
    });
    it('a group that fails leaves nothing behind', async () => {
      const group = newGroup('g', [NOBODY]);
      expect(statuses(await bulk([group]))).toEqual(['400']);
      expect(await exists('displayName', group.data.displayName, '/Groups')).toBe(false);
    });
    it.each<[string, () => Json, string]>([
      ['PUT of an unknown user', () => ({ method: 'PUT', path: `/Users/${NOBODY}`, data: { schemas: [USER], userName: name() } }), '404'],
      [
        'PATCH of an unknown user',
        () => ({
          method: 'PATCH',
          path: `/Users/${NOBODY}`,
          data: { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'title', value: 'x' }] },
        }),
        '404',
      ],
      ['DELETE of an unknown group', () => ({ method: 'DELETE', path: `/Groups/${NOBODY}` }), '404'],
      ['an id that is none', () => ({ method: 'DELETE', path: '/Users/none' }), '404'],
      ['POST without data', () => ({ method: 'POST', path: '/Users', bulkId: 'x' }), '400'],
      ['POST with a text as data', () => ({ method: 'POST', path: '/Users', bulkId: 'x', data: 'x' }), '400'],
      ['PATCH without data', () => ({ method: 'PATCH', path: `/Users/${NOBODY}` }), '40[04]'],
      ['a PATCH that is none', () => ({ method: 'PATCH', path: `/Users/${NOBODY}`, data: { Operations: 5 } }), '40[04]'],
    ])('%s', async (_, operation, status) => {
      const user = newUser('after');
      const answer = await bulk([operation(), user]);
      expect(statuses(answer)[0]).toMatch(new RegExp(`^${status}$`));
      expect(done(answer)[0]?.response).toMatchObject({ schemas: [ERROR] });
      expect(statuses(answer)[1]).toBe('201');
    });
    it('version is If-Match', async () => {
      const user = await scim.user({ userName: name() });
      const data = { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'title', value: 'x' }] };
      const path = `/Users/${user.id}`;
      const answer = await bulk([
        { method: 'PATCH', path, data, version: 'W/"none"' },
        { method: 'PATCH', path, data, version: (user['meta'] as Json)['version'] },
        { method: 'DELETE', path, version: (user['meta'] as Json)['version'] },
      ]);
      expect(statuses(answer)).toEqual(['412', '200', '412']);
    });
  });

  describe('failOnErrors (section 3.7.3)', () => {
    const bad = (bulkId: string) => newUser(bulkId, { active: 'perhaps' });
    it('1 ends it with the first failure', async () => {
      const last = newUser('c');
      const answer = await bulk([newUser('a'), bad('b'), last], { failOnErrors: 1 });
      expect(statuses(answer)).toEqual(['201', '400']);
      expect(await exists('userName', last.data.userName, '/Users')).toBe(false);
    });
    it('2 ends it with the second', async () =>
      expect(statuses(await bulk([bad('a'), newUser('b'), bad('c'), newUser('d')], { failOnErrors: 2 }))).toEqual(['400', '201', '400']));
    it('left out, all are tried', async () =>
      expect(statuses(await bulk([bad('a'), bad('b'), bad('c'), newUser('d')]))).toEqual(['400', '400', '400', '201']));
    it('what was done stays done', async () => {
      const first = newUser('a');
      await bulk([first, bad('b')], { failOnErrors: 1 });
      expect(await exists('userName', first.data.userName, '/Users')).toBe(true);
    });
    it.each(['x', {}, -1, 1.5])('%j is refused', async (failOnErrors) =>
      expectRefusal(await bulk([newUser('a')], { failOnErrors }), 400, ['invalidSyntax', 'invalidValue']),
    );
  });

  describe('bulkId (section 3.7.2)', () => {
    const memberIds = async (operation: Done) => ((await read(operation))['members'] as Json[]).map(({ value }) => value).sort();

    it('refers to what came before', async () => {
      const answer = await bulk([newUser('u'), newGroup('g', ['bulkId:u'])]);
      expect(statuses(answer)).toEqual(['201', '201']);
      expect(await memberIds(byId(answer, 'g'))).toEqual([id(byId(answer, 'u'))]);
    });
    it('refers to what comes after', async () => {
      const answer = await bulk([newGroup('g', ['bulkId:u', 'bulkId:v']), newUser('u'), newUser('v')]);
      expect(statuses(answer)).toEqual(['201', '201', '201']);
      expect(await memberIds(byId(answer, 'g'))).toEqual([id(byId(answer, 'u')), id(byId(answer, 'v'))].sort());
    });
    it('stands beside ids', async () => {
      const user = await scim.user({ userName: name() });
      const answer = await bulk([newGroup('g', [user.id, 'bulkId:u']), newUser('u')]);
      expect(await memberIds(byId(answer, 'g'))).toEqual([user.id, id(byId(answer, 'u'))].sort());
    });
    it('names the manager', async () => {
      const answer = await bulk([
        newUser('worker', { schemas: [USER, ENTERPRISE], [ENTERPRISE]: { manager: { value: 'bulkId:boss' } } }),
        newUser('boss'),
      ]);
      expect(await read(byId(answer, 'worker'))).toMatchObject({
        [ENTERPRISE]: { manager: { value: id(byId(answer, 'boss')) } },
      });
    });
    it('resolves two managers of each other (section 3.7.1)', async () => {
      const of = (bulkId: string, boss: string) =>
        newUser(bulkId, { schemas: [USER, ENTERPRISE], [ENTERPRISE]: { manager: { value: `bulkId:${boss}` } } });
      const answer = await bulk([of('a', 'b'), of('b', 'a')]);
      expect(statuses(answer)).toEqual(['201', '201']);
      for (const [one, other] of [
        ['a', 'b'],
        ['b', 'a'],
      ] as const)
        expect(await read(byId(answer, one))).toMatchObject({
          [ENTERPRISE]: { manager: { value: id(byId(answer, other)) } },
        });
    });
    it('resolves two groups that are members of each other, the example of section 3.7.1', async () => {
      const answer = await bulk([newGroup('a', ['bulkId:b']), newGroup('b', ['bulkId:a'])]);
      expect(statuses(answer)).toEqual(['201', '201']);
      const [one, other] = [byId(answer, 'a'), byId(answer, 'b')];
      expect(await memberIds(one)).toEqual([id(other)]);
      expect(await memberIds(other)).toEqual([id(one)]);
    });
    it('stands in a path', async () => {
      const answer = await bulk([
        newGroup('g'),
        newUser('u'),
        {
          method: 'PATCH',
          path: '/Groups/bulkId:g',
          data: { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'members', value: [{ value: 'bulkId:u' }] }] },
        },
      ]);
      expect(statuses(answer).slice(0, 2)).toEqual(['201', '201']);
      expect(statuses(answer)[2]).toBe('204');
      expect(await memberIds(byId(answer, 'g'))).toEqual([id(byId(answer, 'u'))]);
    });
    it('stands in a PATCH of what was there', async () => {
      const group = await scim.group(name());
      const answer = await bulk([
        {
          method: 'PATCH',
          path: `/Groups/${group.id}`,
          data: { schemas: [PATCH_OP], Operations: [{ op: 'add', path: 'members', value: [{ value: 'bulkId:u' }] }] },
        },
        newUser('u'),
      ]);
      expect(((await scim.read(`/Groups/${group.id}`))['members'] as Json[]).map(({ value }) => value)).toEqual([id(byId(answer, 'u'))]);
    });
    it('of nothing fails its operation and is never stored', async () => {
      const group = newGroup('g', ['bulkId:none']);
      const answer = await bulk([group, newUser('u')]);
      expect(byId(answer, 'g').status).toBe('409');
      expect(byId(answer, 'u').status).toBe('201');
      expect(await exists('displayName', group.data.displayName, '/Groups')).toBe(false);
    });
    it('of nothing as manager is never stored', async () => {
      const answer = await bulk([newUser('u', { [ENTERPRISE]: { manager: { value: 'bulkId:none' } } })]);
      expect(byId(answer, 'u').status).toBe('409');
    });
    it('of one that failed fails too', async () => {
      const answer = await bulk([newUser('u', { active: 'perhaps' }), newGroup('g', ['bulkId:u'])]);
      expect(byId(answer, 'u').status).toBe('400');
      expect(byId(answer, 'g').status).toBe('409');
    });
    it('may stand once', async () => {
      const answer = await bulk([newUser('a'), newUser('a')]);
      expectRefusal(answer, 400, ['invalidSyntax', 'invalidValue']);
    });
    it('is needed for POST', async () => {
      const answer = await bulk([{ ...newUser('a'), bulkId: undefined }]);
      expect(statuses(answer)).toEqual(['400']);
    });
    it('is no secret way into text', async () => {
      const answer = await bulk([newUser('u', { nickName: 'bulkId:u', displayName: 'see bulkId:v' })]);
      expect(byId(answer, 'u').status).toBe('201');
      expect(await read(byId(answer, 'u'))).toMatchObject({ nickName: 'bulkId:u', displayName: 'see bulkId:v' });
    });
  });

  describe('what is no bulk request', () => {
    it.each<[string, Json]>([
      ['no Operations', { schemas: [BULK_REQUEST] }],
      ['Operations that are an object', { schemas: [BULK_REQUEST], Operations: {} }],
      ['Operations that are null', { schemas: [BULK_REQUEST], Operations: null }],
    ])('%s', async (_, body) => expectRefusal(await scim.post('/Bulk', body), 400, ['invalidSyntax', 'invalidValue']));
    it.each<[string, unknown]>([
      ['a text as operation', 'x'],
      ['null as operation', null],
      ['no method', { path: '/Users', bulkId: 'x', data: {} }],
      ['an unknown method', { method: 'MOVE', path: '/Users', bulkId: 'x', data: {} }],
      ['GET', { method: 'GET', path: '/Users' }],
      ['no path', { method: 'POST', bulkId: 'x', data: {} }],
      ['a number as path', { method: 'POST', path: 5, bulkId: 'x', data: {} }],
      ['an unknown path', { method: 'POST', path: '/Rivers', bulkId: 'x', data: {} }],
      ['a path of the discovery', { method: 'DELETE', path: '/Schemas/x' }],
      ['a path out of SCIM', { method: 'DELETE', path: '/../../api/v1/organizations/1' }],
      ['an absolute path', { method: 'DELETE', path: `http://127.0.0.1/scim/v2/Users/${NOBODY}` }],
      ['Bulk in Bulk', { method: 'POST', path: '/Bulk', bulkId: 'x', data: {} }],
      ['POST to one', { method: 'POST', path: `/Users/${NOBODY}`, bulkId: 'x', data: { userName: 'x' } }],
      ['DELETE of all', { method: 'DELETE', path: '/Users' }],
      ['a number as bulkId', { method: 'POST', path: '/Users', bulkId: 5, data: { userName: 'x' } }],
    ])('%s is refused for itself', async (_, operation) => expect(statuses(await bulk([operation]))).toEqual(['400']));
    it('an empty list is refused', async () => expectRefusal(await bulk([]), 400, 'invalidSyntax'));
    it('more operations than advertised are 413, and none is done', async () => {
      const { maxOperations } = (await scim.read('/ServiceProviderConfig'))['bulk'] as { maxOperations: number };
      const first = newUser('first');
      const rest = Array.from({ length: maxOperations }, (_, number) => ({
        method: 'DELETE',
        path: `/Users/${NOBODY}`,
        bulkId: `d${number}`,
      }));
      expectRefusal(await bulk([first, ...rest]), 413);
      expect(await exists('userName', first.data.userName, '/Users')).toBe(false);
    });
    it('more bytes than advertised are 413', async () => {
      const { maxPayloadSize } = (await scim.read('/ServiceProviderConfig'))['bulk'] as { maxPayloadSize: number };
      const answer = await scim.post('/Bulk', {
        schemas: [BULK_REQUEST],
        Operations: [newUser('a', { nickName: 'x'.repeat(maxPayloadSize) })],
      });
      expectRefusal(answer, 413);
    });
  });
});
