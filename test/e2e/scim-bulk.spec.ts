import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import type { Answer } from '../support/http-client.js';
import { type ScimClient, scimClient } from '../support/scim.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const BULK = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const unique = () => `b${randomBytes(5).toString('hex')}`;

describe('a bulk request', () => {
  let app: TestApp;
  let scim: ScimClient;
  let other: ScimClient;

  beforeAll(async () => {
    app = await startTestApp();
    scim = await scimClient(app, 1);
    other = await scimClient(app, 2);
  });
  afterAll(() => app.close());

  const bulk = (Operations: object[], more: object = {}, client = scim): Promise<Answer> =>
    client.post('/Bulk', { schemas: [BULK], Operations, ...more });
  const user = (userName = unique(), data: object = {}) => ({
    method: 'POST',
    path: '/Users',
    bulkId: userName,
    data: {
      schemas: [USER],
      userName,
      emails: [{ value: `${userName}@bulk.example`, type: 'work' }],
      ...data,
    },
  });
  const group = (displayName = unique(), ...members: string[]) => ({
    method: 'POST',
    path: '/Groups',
    bulkId: displayName,
    data: { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) },
  });
  const managedBy = (bulkId: string) => ({ [ENTERPRISE]: { manager: { value: `bulkId:${bulkId}` } } });
  const statuses = ({ body }: Answer): string[] => body.Operations.map(({ status }: { status: string }) => status);
  const idOf = (answer: Answer, index: number): string => answer.body.Operations[index].location.split('/').at(-1);
  const count = async (statement: string, ...values: unknown[]): Promise<number> => {
    const [row] = await app.dataSource.query(`SELECT count(*)::int AS count FROM ${statement}`, values);
    return row.count;
  };
  const stored = (names: string[]) => count('scim_resources WHERE name_key = ANY ($1)', names);
  const namesOf = (operations: { bulkId: string }[]) => operations.map(({ bulkId }) => bulkId);

  it('creates many users, each with its trace', async () => {
    const users = Array.from({ length: 100 }, () => user());
    const answer = await bulk(users);
    expect(new Set(statuses(answer))).toEqual(new Set(['201']));
    expect(await stored(namesOf(users))).toBe(100);
    const ids = users.map((_, index) => idOf(answer, index));
    expect(await count(`audit_events WHERE action = 'scim.user_created' AND target_id = ANY ($1)`, ids)).toBe(100);
  });

  it('keeps what succeeds around a failure, and leaves a single trace of the failure', async () => {
    const taken = unique();
    await bulk([user(taken)]);
    const accounts = await count('users');
    const refusals = await count(`audit_events WHERE action = 'scim.user_created' AND outcome = 'refused'`);
    const users = [...Array.from({ length: 20 }, () => user()), { ...user(taken), bulkId: 'again' }, user(), user()];
    const answer = await bulk(users);
    expect(statuses(answer)).toEqual(users.map(({ bulkId }) => (bulkId === 'again' ? '409' : '201')));
    expect(answer.body.Operations[20]).toMatchObject({ bulkId: 'again', response: { scimType: 'uniqueness' } });
    expect(answer.body.Operations[20]).not.toHaveProperty('location');
    expect(await stored(namesOf(users))).toBe(22);
    expect(await count('users')).toBeLessThanOrEqual(accounts + 22);
    expect(await count(`audit_events WHERE action = 'scim.user_created' AND outcome = 'refused'`)).toBe(refusals + 1);
  });

  it('does operations on one resource in their order, each upon the one before', async () => {
    const created = await bulk([group()]);
    const path = `/Groups/${idOf(created, 0)}`;
    const patch = (version: string | undefined, displayName: string) => ({
      method: 'PATCH',
      path,
      version,
      data: { schemas: [PATCH_OP], Operations: [{ op: 'replace', path: 'displayName', value: displayName }] },
    });
    const [first, second] = [unique(), unique()];
    const answer = await bulk([
      patch('W/"1"', first),
      patch('W/"1"', unique()),
      patch('W/"2"', second),
      { method: 'DELETE', path, version: '"2"' },
      { method: 'DELETE', path, version: '*' },
      { method: 'DELETE', path },
    ]);
    expect(statuses(answer)).toEqual(['204', '412', '204', '412', '204', '404']);
    expect(answer.body.Operations[2].version).toBe('W/"3"');
  });

  it('closes a circle of managers', async () => {
    const [one, two] = [unique(), unique()];
    const answer = await bulk([user(one, managedBy(two)), user(two, managedBy(one)), group(unique(), `bulkId:${one}`)]);
    expect(statuses(answer)).toEqual(['201', '201', '201']);
    const managers = await app.dataSource.query(
      `SELECT id, attributes -> $2 -> 'manager' ->> 'value' AS manager FROM scim_resources WHERE name_key = ANY ($1)`,
      [[one, two], ENTERPRISE],
    );
    const [first, second] = [idOf(answer, 0), idOf(answer, 1)];
    expect(managers).toHaveLength(2);
    expect(managers).toContainEqual({ id: first, manager: second });
    expect(managers).toContainEqual({ id: second, manager: first });
  });

  it('leaves nothing of a circle that one cannot enter, and says for which it was', async () => {
    const taken = unique();
    await bulk([user(taken)]);
    const [one, two] = [unique(), unique()];
    const last = { ...user(taken, managedBy(one)), bulkId: two };
    const answer = await bulk([user(one, managedBy(two)), last, user()]);
    expect(statuses(answer)).toEqual(['409', '409', '201']);
    expect(answer.body.Operations[1].response.scimType).toBe('uniqueness');
    expect(answer.body.Operations[0].response.scimType).toBe('invalidValue');
    expect(await stored([one])).toBe(0);
    expect(await count('users WHERE email = $1', `${one}@bulk.example`)).toBe(0);
  });

  it('reaches nothing of another organization', async () => {
    const foreign = await bulk([user(), group()], {}, other);
    const [person, theirs] = [idOf(foreign, 0), idOf(foreign, 1)];
    const own = unique();
    const answer = await bulk([
      { method: 'DELETE', path: `/Users/${person}` },
      { method: 'PUT', path: `/Groups/${theirs}`, data: { schemas: [GROUP], displayName: own } },
      group(own, person),
    ]);
    expect(statuses(answer)).toEqual(['404', '404', '400']);
    expect(await stored([own])).toBe(0);
  });

  it('needs a token that may write', async () => {
    const reader = await scimClient(app, 1, ['read']);
    expect((await bulk([user()], {}, reader)).status).toBe(403);
  });

  it('makes each user once when two imports race', async () => {
    const users = Array.from({ length: 40 }, () => user());
    const answers = await Promise.all([bulk(users), bulk([...users].reverse()), bulk(users)]);
    expect(await stored(namesOf(users))).toBe(40);
    const all = answers.flatMap(statuses).sort();
    expect(all).toEqual([...Array<string>(40).fill('201'), ...Array<string>(80).fill('409')]);
  });

  it('stands in the provisioning log, each operation for itself and without its values', async () => {
    const users = [user(), user(unique(), { active: 'perhaps' }), { method: 'GET', path: '/Users' }];
    const answer = await bulk(users);
    expect(statuses(answer)).toEqual(['201', '400', '400']);
    await app.app.get(ProvisioningLog).flush();
    const rows = await app.dataSource.query(
      `SELECT method, path, resource_type AS type, resource_id AS id, status, scim_type AS "scimType", changes, detail
         FROM scim_events WHERE request_id = $1 AND path <> '/Bulk' OR request_id = $1 AND method = 'GET' ORDER BY id`,
      [answer.headers.get('x-request-id')],
    );
    const changes = ['userName', 'emails'];
    expect(rows).toEqual([
      {
        method: 'POST',
        path: '/Users',
        type: 'User',
        id: idOf(answer, 0),
        status: 201,
        scimType: null,
        changes,
        detail: null,
      },
      {
        method: 'POST',
        path: '/Users',
        type: 'User',
        id: null,
        status: 400,
        scimType: 'invalidValue',
        changes: [...changes, 'active'],
        detail: expect.not.stringContaining('perhaps'),
      },
      {
        method: 'GET',
        path: '/Bulk',
        type: null,
        id: null,
        status: 400,
        scimType: 'invalidSyntax',
        changes: null,
        detail: expect.any(String),
      },
    ]);
  });

  it('is refused as a whole without being begun', async () => {
    const one = user();
    const answer = await bulk([one, one]);
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
    expect(await stored([one.bulkId])).toBe(0);
  });
});
