import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PurgeAccessKeys } from '../../src/agents/application/purge-access-keys.js';
import { Mailbox } from '../support/mailbox.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/access-keys';
const OF_MEMBERS = '/api/v1/organizations/1/access-keys';
const RULES = '/api/v1/organizations/1/access-key-rules';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('keys for AI clients', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let owner: string, admin: string, viewer: string, outsider: string, editor: string;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    await app.dataSource.query('DELETE FROM mfa_factors');
  });
  beforeEach(async () => {
    await app.dataSource.query('TRUNCATE access_keys, access_key_rules CASCADE');
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: admin } = await logIn(app.http, 'adam'));
    ({ accessToken: editor } = await logIn(app.http, 'mia'));
    ({ accessToken: viewer } = await logIn(app.http, 'vera'));
    ({ accessToken: outsider } = await logIn(app.http, 'oscar'));
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const create = (body: object, token = owner) =>
    app.http.post(PATH, { name: 'Claude', organization_id: 1, scopes: ['query.run'], ...body }, { token });
  const created = async (body: object = {}, token = owner): Promise<{ id: number; token: string }> => {
    const answer = await create(body, token);
    expect(answer.status).toBe(201);
    return answer.body.data.access_key;
  };
  const knock = (token: string | undefined, body: object = LIST) =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
  const statusWith = async (token: string): Promise<number> => {
    const answer = await knock(token);
    await answer.text();
    return answer.status;
  };
  it('are told to their owner by mail, without the key', async () => {
    await mailbox.arrived(app);
    const { token } = await created({ name: 'Laptop' });
    const [mail, ...more] = await mailbox.arrived(app);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('A key for AI clients was created for your Headgate account');
    expect(mail?.text).toContain('the key "Laptop" was created');
    expect(mail?.text).not.toContain(token);
  });
  const mine = async (token = owner) => (await app.http.get(PATH, { token })).body.data.access_keys;
  const audited = (action: string): Promise<{ outcome: string; actor: number; target: string; detail: object }[]> =>
    app.dataSource.query(
      `SELECT outcome, actor_user_id AS actor, target_id AS target, detail FROM audit_events
        WHERE action = $1 AND organization_id = 1 ORDER BY id`,
      [action],
    );

  it('are shown once, hashed at rest, and in no log', async () => {
    const answer = await create({ scopes: ['schema.read', 'query.run'] });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { access_key: key } = answer.body.data;
    const ninetyDays = new Date(app.clock.now().getTime() + 90 * 86_400_000).toISOString();
    expect(key).toEqual({
      id: expect.any(Number),
      name: 'Claude',
      organization_id: 1,
      scopes: ['schema.read', 'query.run'],
      data_source_ids: null,
      token: expect.stringMatching(/^hgk_[\w-]{43}$/),
      hint: key.token.slice(-4),
      created_at: app.clock.now().toISOString(),
      expires_at: ninetyDays,
    });
    const [row] = await app.dataSource.query('SELECT token_hash, row_to_json(k)::text AS text FROM access_keys k');
    expect(row.token_hash).toEqual(createHash('sha256').update(key.token.slice(4)).digest());
    expect(row.text).not.toContain(key.token.slice(4));
    expect(await statusWith(key.token)).toBe(200);
    expect((await app.http.get(PATH, { token: owner })).text).not.toContain(key.token.slice(4));
    expect(app.log.join('\n')).not.toContain(key.token.slice(4));
    expect(await mine()).toMatchObject([{ id: key.id, status: 'active', revoked_at: null }]);
    expect((await audited('access_key.created')).at(-1)).toMatchObject({
      outcome: 'success',
      target: String(key.id),
      detail: { name: 'Claude', scopes: ['schema.read', 'query.run'], expires_at: ninetyDays, data_source_ids: null },
    });
    expect((await audited('access_key.first_used')).map(({ target }) => target)).toEqual([String(key.id)]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ organization_id: '1' }, 'organization_id'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['data_source.write'] }, 'scopes[0]'],
    [{ scopes: ['query.run', 'query.run'] }, 'scopes'],
    [{ data_source_ids: [] }, 'data_source_ids'],
    [{ data_source_ids: [2_000_000_000] }, 'data_source_ids'],
    [{ expires_at: '2020-01-01' }, 'expires_at'],
    [{ expires_at: '2028-11-20' }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ token: 'mine' }, 'token'],
  ])('are not made of %j', async (body, field) => {
    const { status, body: answer } = await create(body);
    expect([status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('are not made for data sources of others', async () => {
    const added = await app.http.post(
      '/api/v1/data-sources',
      {
        organization_id: 2,
        name: 'Theirs',
        engine: 'postgresql',
        connection: { host: 'db.elsewhere.example', database: 'warehouse', username: 'reader' },
      },
      { token: outsider },
    );
    const { status, body } = await create({ data_source_ids: [added.body.data.data_source.id] });
    expect([status, body.details[0].field]).toEqual([400, 'data_source_ids']);
  });

  it('need a person who has just shown who they are', async () => {
    app.clock.advance({ minutes: 11 });
    const { status, body } = await create({});
    expect([status, body.code]).toEqual([401, 'STEP_UP_REQUIRED']);
  });

  it('lend what their person holds, and nothing of others', async () => {
    expect((await create({ scopes: ['query.run'] }, viewer)).status).toBe(403);
    expect((await create({ scopes: ['template.read'] }, viewer)).status).toBe(201);
    expect((await create({}, outsider)).status).toBe(403);
    const { accessToken: sysadmin } = await logIn(app.http, 'sysadmin');
    expect((await create({}, sysadmin)).status).toBe(403);
    expect((await create({ organization_id: 2_000_000_000 })).status).toBe(403);
  });

  it('have one name each, and there are 20 at most, however many are made at once', async () => {
    // Of several sessions, for one session takes its turns anyway.
    const sessions: string[] = [owner];
    for (let time = 0; time < 3; time += 1) sessions.push((await logIn(app.http, 'olivia')).accessToken);
    const same = await Promise.all(Array.from({ length: 20 }, (_, at) => create({}, sessions[at % 4])));
    expect(same.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    const others = await Promise.all(Array.from({ length: 25 }, (_, at) => create({ name: `Key ${at}` }, sessions[at % 4])));
    expect(others.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(others.filter(({ status }) => status === 409)).toHaveLength(6);
    expect(await app.dataSource.query('SELECT count(*)::int AS count FROM access_keys')).toEqual([{ count: 20 }]);
  });

  it('count as used first once, however many requests come at once', async () => {
    const before = (await audited('access_key.first_used')).length;
    const { token } = await created();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => statusWith(token))))).toEqual(new Set([200]));
    expect(await audited('access_key.first_used')).toHaveLength(before + 1);
    const first = app.clock.now().toISOString();
    app.clock.advance({ minutes: 4 });
    await statusWith(token);
    expect(await mine()).toMatchObject([{ last_used_at: first }]);
    app.clock.advance({ minutes: 1 });
    await statusWith(token);
    expect(await mine()).toMatchObject([{ last_used_at: app.clock.now().toISOString() }]);
  });

  it('end when they are revoked, and when they expire', async () => {
    const { id, token } = await created();
    const short = await created({
      name: 'Short',
      expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    for (const key of [token, short.token]) expect(await statusWith(key)).toBe(200);
    for (const wrong of [id, 2_000_000_000]) expect((await app.http.delete(`${PATH}/${wrong}`, { token: outsider })).status).toBe(404);
    const revoked = await Promise.all(Array.from({ length: 20 }, () => app.http.delete(`${PATH}/${id}`, { token: owner })));
    expect(new Set(revoked.map(({ status }) => status))).toEqual(new Set([200]));
    app.clock.advance({ minutes: 1 });
    for (const [key, reason] of [
      [token, 'revoked'],
      [short.token, 'expired'],
    ] as const) {
      const answer = await knock(key);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="[^"]+", scope="[^"]+"$/);
      expect(((await answer.json()) as { error: { message: string } }).error.message).toContain(reason);
      expect(await statusWith(key)).toBe(401);
    }
    expect((await mine()).map(({ status }: { status: string }) => status)).toEqual(['expired', 'revoked']);
    expect((await audited('access_key.revoked')).filter(({ target }) => target === String(id))).toHaveLength(1);
    // One row a minute for each key, so that a thief of a revoked one cannot fill the trail.
    const refused = await audited('access_key.refused');
    expect(refused.filter(({ target }) => target === String(id))).toMatchObject([{ detail: { reason: 'revoked' } }]);
    expect((await create({})).status).toBe(201);
    app.clock.advance({ days: 91 });
    expect(await app.app.get(PurgeAccessKeys).execute()).toBe(2);
  });

  it('work at the MCP endpoint and nowhere else, and nothing else works there', async () => {
    const { token } = await created({ scopes: ['schema.read', 'query.run'] });
    for (const path of ['/api/v1/me', '/api/v1/data-sources', PATH, '/scim/v2/Users', '/metrics-not'])
      expect((await app.http.get(path, { token })).status).toBe(path === '/metrics-not' ? 404 : 401);
    expect((await create({ name: 'Another' }, token)).status).toBe(401);
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`;
    for (const wrong of [owner, 'hgscim_'.padEnd(50, 'A'), changed, 'hgk_', token.slice(4), token.toUpperCase()])
      expect(await statusWith(wrong)).toBe(401);
    const answer = await knock(undefined);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer resource_metadata="[^"]+", scope="[^"]+"$/),
    ]);
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'UNAUTHORIZED' } } });
    expect((await fetch(`${app.url}/mcp?token=${token}`, { method: 'POST' })).status).toBe(401);
  });

  it('of members are seen and revoked by those who look after them', async () => {
    const { id, token } = await created({ scopes: ['template.read'] }, viewer);
    const { access_keys: listed } = (await app.http.get(OF_MEMBERS, { token: admin })).body.data;
    expect(listed).toMatchObject([{ id, username: 'vera', name: 'Claude', status: 'active' }]);
    for (const stranger of [viewer, editor, outsider]) {
      expect((await app.http.get(OF_MEMBERS, { token: stranger })).status).toBe(403);
      expect((await app.http.delete(`${OF_MEMBERS}/${id}`, { token: stranger })).status).toBe(403);
    }
    const inTheirs = `/api/v1/organizations/2/access-keys/${id}`;
    expect((await app.http.delete(inTheirs, { token: outsider })).status).toBe(404);
    expect(await statusWith(token)).toBe(200);
    expect((await app.http.delete(`${OF_MEMBERS}/${id}`, { token: admin })).status).toBe(200);
    expect(await statusWith(token)).toBe(401);
    expect((await mine(viewer))[0].status).toBe('revoked');
  });

  it('are switched off and on for a whole organization', async () => {
    const { token } = await created();
    const theirs = await created({ organization_id: 2 }, outsider);
    const rules = (allowed: unknown, who = admin) => app.http.put(RULES, { allowed }, { token: who });
    for (const stranger of [viewer, editor, outsider]) expect((await rules(false, stranger)).status).toBe(403);
    expect((await rules('no')).status).toBe(400);
    for (let time = 0; time < 2; time += 1) expect((await rules(false)).status).toBe(200);
    expect((await app.http.get(RULES, { token: viewer })).body.data.access_key_rules).toEqual({ allowed: false });
    expect((await app.http.get(RULES, { token: outsider })).status).toBe(403);
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(theirs.token)).toBe(200);
    expect(await mine()).toMatchObject([{ status: 'ended' }]);
    expect((await create({ name: 'Another' })).status).toBe(403);
    expect((await rules(true)).status).toBe(200);
    expect(await statusWith(token)).toBe(200);
    expect(await audited('access_keys.switched_off')).toHaveLength(1);
    expect(await audited('access_keys.switched_on')).toHaveLength(1);
  });
});
