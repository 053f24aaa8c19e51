import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProvisioningLog } from '../../src/scim/application/ports/provisioning-log.js';
import { logInWithTotp } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PATH = '/api/v1/organizations/1/scim-tokens';

describe('provisioning tokens', () => {
  let app: TestApp;
  let owner: string;
  let admin: string;
  let editor: string;
  let outsider: string;
  beforeAll(async () => {
    app = await startTestApp();
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    ({ accessToken: admin } = await logIn(app.http, 'adam'));
    ({ accessToken: outsider } = await logIn(app.http, 'oscar'));
    ({ accessToken: editor } = await logInWithTotp(app));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    // What is still being written refers to the tokens.
    await app.app.get(ProvisioningLog).flush();
    await app.dataSource.query('TRUNCATE scim_tokens CASCADE');
  });

  const issue = async (body: object, token = owner, path = PATH) => app.http.post(path, body, { token });
  const issued = async (body: object, path = PATH, token = owner): Promise<{ id: number; token: string }> => {
    const answer = await issue(body, token, path);
    expect(answer.status).toBe(201);
    return answer.body.data.scim_token;
  };
  const statusWith = async (token: string, path = '/Users', method = 'GET'): Promise<number> => {
    const body = method === 'GET' ? undefined : '{}';
    return (await app.http.send(method, `/scim/v2${path}`, body, { token })).status;
  };
  const isTaken = async (token: string): Promise<boolean> => (await statusWith(token)) !== 401;
  const listed = async (query = '') => (await app.http.get(`${PATH}${query}`, { token: owner })).body.data;
  const audited = (action: string): Promise<{ outcome: string; actor: number; target: string; detail: object }[]> =>
    app.dataSource.query(
      `SELECT outcome, actor_user_id AS actor, target_id AS target, detail FROM audit_events
        WHERE action = $1 AND organization_id = 1 ORDER BY id`,
      [action],
    );

  it('are shown once, hashed at rest, and in no log', async () => {
    const answer = await issue({ name: 'Okta' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { scim_token: made } = answer.body.data;
    expect(made).toEqual({
      id: expect.any(Number),
      name: 'Okta',
      token: expect.stringMatching(/^hgscim_[\w-]{43}$/),
      scopes: ['read', 'write'],
      created_at: app.clock.now().toISOString(),
      expires_at: null,
      approved_up_to: null,
      approved_by_user_id: null,
      approved_by: null,
      approved_at: null,
      ceiling: 'owner',
      issuer_left: false,
      approval_needed: false,
    });
    expect(await isTaken(made.token)).toBe(true);
    expect((await app.http.get(PATH, { token: owner })).text).not.toContain(made.token.slice(7));
    const [row] = await app.dataSource.query('SELECT token_hash, row_to_json(t)::text AS text FROM scim_tokens t');
    expect(row.token_hash).toEqual(createHash('sha256').update(made.token.slice(7)).digest());
    expect(row.text).not.toContain(made.token.slice(7));
    expect(app.log.join('\n')).not.toContain(made.token.slice(7));
    expect((await audited('scim_token.issued')).map(({ detail }) => detail)).toContainEqual({
      name: 'Okta',
      scopes: ['read', 'write'],
      expires_at: null,
      approved_up_to: null,
    });
  });

  it.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' \t' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'A', scopes: [] }, 'scopes'],
    [{ name: 'A', scopes: ['admin'] }, 'scopes[0]'],
    [{ name: 'A', scopes: ['read', 'read'] }, 'scopes'],
    [{ name: 'A', scopes: 'read' }, 'scopes'],
    [{ name: 'A', expires_at: 'soon' }, 'expires_at'],
    [{ name: 'A', expires_at: 5 }, 'expires_at'],
    [{ name: 'A', expires_at: '2026-02-30' }, 'expires_at'],
    [{ name: 'A', expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: 'A', token: 'mine' }, 'token'],
  ])('refuses to issue %j', async (body, field) => {
    const { status, body: answer } = await issue(body);
    expect([status, answer.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(answer.details.map((detail: { field: string }) => detail.field)).toContain(field);
  });

  it('need scim.manage, which editors and strangers lack', async () => {
    const { id } = await issued({ name: 'Okta' });
    for (const token of [editor, outsider])
      for (const [method, path, body] of [
        ['GET', PATH],
        ['POST', PATH, { name: 'Mine' }],
        ['POST', `${PATH}/${id}/rotate`, {}],
        ['DELETE', `${PATH}/${id}`],
      ] as const)
        expect((await app.http.send(method, path, body, { token })).status).toBe(403);
    expect((await issue({ name: 'Of the admin' }, admin)).status).toBe(201);
  });

  it('of another organization are not found', async () => {
    const { id, token } = await issued({ name: 'Theirs' }, '/api/v1/organizations/2/scim-tokens', outsider);
    for (const wrong of [id, 2_000_000_000]) {
      expect((await app.http.post(`${PATH}/${wrong}/rotate`, {}, { token: owner })).status).toBe(404);
      expect((await app.http.delete(`${PATH}/${wrong}`, { token: owner })).status).toBe(404);
    }
    for (const malformed of ['0', 'x', '2147483648', '1e3'])
      expect((await app.http.delete(`${PATH}/${malformed}`, { token: owner })).status).toBe(400);
    expect(await isTaken(token)).toBe(true);
    expect((await listed()).scim_tokens).toEqual([]);
    expect((await audited('scim_token.revoked')).at(-1)).toMatchObject({ outcome: 'refused' });
  });

  it('have different names while they are valid', async () => {
    const { id } = await issued({ name: 'Okta' });
    const again = await issue({ name: ' Okta ' });
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    await app.http.delete(`${PATH}/${id}`, { token: owner });
    await issued({ name: 'Okta' });
    await issued({ name: 'Okta' }, '/api/v1/organizations/2/scim-tokens', outsider);
  });

  it('are 20 at most, however many are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => issue({ name: `Token ${index}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(201), ...Array(4).fill(409)]);
    expect((await listed('?limit=5')).pagination).toMatchObject({ total: 20, pages: 4 });
  });

  it('are several at once, each with its scopes', async () => {
    const both = await issued({ name: 'Both' });
    const reading = await issued({ name: 'Reading', scopes: ['read'] });
    expect(await statusWith(both.token, '/Bulk', 'POST')).not.toBe(403);
    expect(await statusWith(reading.token, '/Bulk', 'POST')).toBe(403);
    expect(await statusWith(reading.token)).not.toBe(403);
    const writing = await issued({ name: 'Writing', scopes: ['write'] });
    expect(await statusWith(writing.token)).toBe(403);
  });

  it('end when their time is over, and when they are revoked', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
    const short = await issued({ name: 'Short', expires_at: expiresAt });
    const revoked = await issued({ name: 'Revoked' });
    expect([await isTaken(short.token), await isTaken(revoked.token)]).toEqual([true, true]);
    expect((await app.http.delete(`${PATH}/${revoked.id}`, { token: owner })).status).toBe(200);
    expect(await isTaken(revoked.token)).toBe(false);
    app.clock.advance({ minutes: 59, seconds: 59 });
    expect(await isTaken(short.token)).toBe(true);
    app.clock.advance({ seconds: 1 });
    expect(await isTaken(short.token)).toBe(false);
    ({ accessToken: owner } = await logIn(app.http, 'olivia'));
    expect((await listed()).scim_tokens.map((token: { name: string; status: string }) => [token.name, token.status])).toEqual([
      ['Revoked', 'revoked'],
      ['Short', 'expired'],
    ]);
    const before = (await audited('scim_token.revoked')).length;
    expect((await app.http.delete(`${PATH}/${revoked.id}`, { token: owner })).status).toBe(200);
    expect((await audited('scim_token.revoked')).length).toBe(before);
  });

  it('stay valid when their issuer leaves', async () => {
    const { id, token } = await issued({ name: 'Of the admin' }, PATH, (await logIn(app.http, 'adam')).accessToken);
    const [{ user }] = await app.dataSource.query(`SELECT id AS user FROM users WHERE username = 'adam'`);
    expect((await app.http.delete(`/api/v1/organizations/1/members/${user}`, { token: owner })).status).toBe(200);
    expect(await isTaken(token)).toBe(true);
    expect((await listed()).scim_tokens).toContainEqual(expect.objectContaining({ id, created_by_user_id: user, created_by: user }));
  });

  it('say when and from where they were last used, to the minute', async () => {
    const { token } = await issued({ name: 'Okta' });
    expect((await listed()).scim_tokens[0]).toMatchObject({ last_used_at: null, last_used_ip: null });
    const first = app.clock.now().toISOString();
    await statusWith(token);
    app.clock.advance({ seconds: 59 });
    await statusWith(token);
    expect((await listed()).scim_tokens[0]).toMatchObject({ last_used_at: first, last_used_ip: '127.0.0.1' });
    app.clock.advance({ seconds: 1 });
    await statusWith(token);
    expect((await listed()).scim_tokens[0]).toMatchObject({ last_used_at: app.clock.now().toISOString() });
  });

  describe('that are replaced', () => {
    const rotate = (id: number, body?: object) => app.http.post(`${PATH}/${id}/rotate`, body, { token: owner });

    it('stay valid for a day beside the new one, which has their name and scopes', async () => {
      const old = await issued({ name: 'Okta', scopes: ['read'] });
      const answer = await rotate(old.id);
      expect(answer.status).toBe(201);
      const { scim_token: made, previous } = answer.body.data;
      expect(made).toMatchObject({ name: 'Okta', scopes: ['read'], expires_at: null });
      const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
      expect(previous).toEqual({ id: old.id, valid_until: until });
      expect([await isTaken(old.token), await isTaken(made.token)]).toEqual([true, true]);
      const { scim_tokens: list } = await listed();
      expect(list.map((token: { status: string; rotated_to: number | null }) => [token.status, token.rotated_to])).toEqual([
        ['active', null],
        ['rotated', made.id],
      ]);
      app.clock.advance({ hours: 24 });
      expect([await isTaken(old.token), await isTaken(made.token)]).toEqual([false, true]);
      ({ accessToken: owner } = await logIn(app.http, 'olivia'));
      expect((await audited('scim_token.rotated')).at(-1)).toMatchObject({
        outcome: 'success',
        target: String(old.id),
        detail: { rotated_to: made.id, valid_until: until, approved_up_to: null },
      });
    });

    it('end at once without an overlap, and no later than they would have', async () => {
      const first = await issued({ name: 'First' });
      expect((await rotate(first.id, { overlap_hours: 0 })).status).toBe(201);
      expect(await isTaken(first.token)).toBe(false);
      const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
      const second = await issued({ name: 'Second', expires_at: expiresAt });
      const { body } = await rotate(second.id, { overlap_hours: 168, expires_at: '2030-01-01' });
      expect(body.data.previous.valid_until).toBe(expiresAt);
      expect(body.data.scim_token.expires_at).toBe('2030-01-01T00:00:00.000Z');
    });

    it('are replaced once, also by two at once', async () => {
      const { id } = await issued({ name: 'Okta' });
      const statuses = await Promise.all([rotate(id), rotate(id), rotate(id)]);
      expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      await app.http.delete(`${PATH}/${id}`, { token: owner });
      expect((await rotate(id)).status).toBe(409);
    });

    it.each([{ overlap_hours: -1 }, { overlap_hours: 169 }, { overlap_hours: 1.5 }, { overlap_hours: '1' }, { name: 'x' }])(
      'are not with %j',
      async (body) => {
        const { id } = await issued({ name: 'Okta' });
        expect((await rotate(id, body)).status).toBe(400);
      },
    );
  });

  it('require the second factor of users who have one, once it is ten minutes old', async () => {
    await app.dataSource.query(
      `UPDATE organization_members SET role_id = (SELECT id FROM roles WHERE organization_id = 1 AND name = 'admin')
        WHERE organization_id = 1 AND user_id = (SELECT id FROM users WHERE username = 'mia')`,
    );
    const { accessToken } = await logInWithTotp(app);
    const { id } = await issued({ name: 'Okta' }, PATH, accessToken);
    app.clock.advance({ minutes: 11 });
    for (const [method, path, body] of [
      ['POST', PATH, { name: 'Another' }],
      ['POST', `${PATH}/${id}/rotate`, {}],
      ['DELETE', `${PATH}/${id}`],
    ] as const) {
      const answer = await app.http.send(method, path, body, { token: accessToken });
      expect([answer.status, answer.body.code]).toEqual([401, 'STEP_UP_REQUIRED']);
    }
  });
});
