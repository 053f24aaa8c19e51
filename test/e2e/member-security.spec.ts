import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MEMBERS = '/api/v1/organizations/1/members';

describe('what an organization sees of its members', () => {
  let app: TestApp;
  let olivia: LoggedIn, adam: LoggedIn, vera: LoggedIn, oscar: LoggedIn, sysadmin: LoggedIn;
  let mia: Pick<LoggedIn, 'userId'>;

  beforeAll(async () => {
    app = await startTestApp();
    olivia = await logIn(app.http, 'olivia');
    adam = await logIn(app.http, 'adam');
    vera = await logIn(app.http, 'vera');
    oscar = await logIn(app.http, 'oscar');
    sysadmin = await logIn(app.http, 'sysadmin');
    mia = { userId: (await sql(`SELECT id FROM users WHERE username = 'mia'`))[0].id };
    await sql('UPDATE organization_members SET joined_at = $1', [new Date('2026-01-01T00:00:00Z')]);
  });
  beforeEach(async () => {
    await sql('DELETE FROM sso_requirements');
    await sql('DELETE FROM sso_break_glass');
    await sql('DELETE FROM sso_domains');
    await sql('DELETE FROM mfa_factors WHERE user_id = $1', [mia.userId]);
    await sql('UPDATE users SET provisioned_by = NULL');
    await sql('DELETE FROM sessions WHERE user_id = $1', [mia.userId]);
    await sql('DELETE FROM sso_connections');
  });
  afterAll(() => app.close());

  const sql = (text: string, values: unknown[] = []) => app.dataSource.query(text, values);
  const get = (who: LoggedIn, path: string) => app.http.get(path, { token: who.accessToken });
  const outcome = ({ status, body }: Answer) => [status, body?.code];
  const securityOf = async (who: LoggedIn, userId: number) => {
    const one = (await get(who, `${MEMBERS}/${userId}`)).body.data.member;
    const listed = (await get(who, `${MEMBERS}?limit=100`)).body.data.members;
    expect(listed.find((member: { user_id: number }) => member.user_id === userId)).toEqual(one);
    return one.security;
  };
  const connection = async (organizationId: number): Promise<number> => {
    const [{ id }] = await sql(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, created_at, updated_at)
       VALUES ($1, 'Theirs', 'oidc', 'active', 'https://idp.example', '{}', now(), now()) RETURNING id`,
      [organizationId],
    );
    return id;
  };
  /** A session of mia's, as logins leave them. */
  const session = (at: string, connectionId: number | null = null) =>
    sql(
      `INSERT INTO sessions (user_id, refresh_token_hash, amr, acr, authenticated_at, created_at, last_used_at, expires_at,
                             network, device_name, sso_connection_id)
       VALUES ($1, sha256(convert_to($2::text, 'UTF8')), $4, 'aal1', $2::timestamptz, $2::timestamptz, $2::timestamptz,
               $2::timestamptz + interval '30 days', '203.0.113.7', 'Firefox', $3)`,
      [mia.userId, at, connectionId, connectionId === null ? ['pwd'] : ['sso']],
    );
  const requireSignOn = (from: string) =>
    sql(`INSERT INTO sso_requirements (organization_id, user_id, logins_from, sessions_from) VALUES (1, NULL, $1, $1)`, [from]);

  it('shows the security state to callers with the permission, and the member without it to all others', async () => {
    for (const who of [olivia, adam, sysadmin])
      expect(await securityOf(who, mia.userId)).toEqual({ second_factor: false, last_login: null, managed: null });
    expect(await securityOf(vera, mia.userId)).toBeUndefined();
    expect(outcome(await get(oscar, `${MEMBERS}/${mia.userId}`))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await get(olivia, `${MEMBERS}/${oscar.userId}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('shows a second factor only once it is confirmed', async () => {
    const [{ id }] = await sql(
      `INSERT INTO mfa_factors (user_id, type, name, secret_sealed, created_at) VALUES ($1, 'totp', 'Phone', 'x', now())
       RETURNING id`,
      [mia.userId],
    );
    expect((await securityOf(olivia, mia.userId)).second_factor).toBe(false);
    await sql('UPDATE mfa_factors SET confirmed_at = now() WHERE id = $1', [id]);
    expect((await securityOf(olivia, mia.userId)).second_factor).toBe(true);
  });

  it('shows the last login that the organization accepted, and none by another organization’s provider', async () => {
    const [own, theirs] = [await connection(1), await connection(2)];
    await session('2026-11-01T08:00:00Z');
    await session('2026-11-05T08:00:00Z', theirs);
    expect((await securityOf(olivia, mia.userId)).last_login).toEqual({
      at: '2026-11-01T08:00:00.000Z',
      way: 'password',
    });
    await session('2026-11-03T08:00:00Z', own);
    expect((await securityOf(olivia, mia.userId)).last_login).toEqual({ at: '2026-11-03T08:00:00.000Z', way: 'sso' });
  });

  it('does not count a password once single sign-on was required, except for accounts kept for emergencies', async () => {
    await session('2026-11-01T08:00:00Z');
    await session('2026-11-05T08:00:00Z');
    await requireSignOn('2026-11-04T00:00:00Z');
    const at = async () => (await securityOf(sysadmin, mia.userId)).last_login.at;
    expect(await at()).toBe('2026-11-01T08:00:00.000Z');
    await sql(`INSERT INTO sso_break_glass (organization_id, user_id, designated_by, designated_at) VALUES (1, $1, $2, now())`, [
      mia.userId,
      olivia.userId,
    ]);
    expect(await at()).toBe('2026-11-05T08:00:00.000Z');
  });

  it('reveals nothing about the time before a person joined', async () => {
    await session('2025-12-31T08:00:00Z');
    expect((await securityOf(olivia, mia.userId)).last_login).toBeNull();
  });

  it('shows why the organization manages an account, and nothing about another one that does', async () => {
    const managed = async () => (await securityOf(olivia, mia.userId)).managed;
    await sql('UPDATE users SET provisioned_by = 2 WHERE id = $1', [mia.userId]);
    expect(await managed()).toBeNull();
    await sql('UPDATE users SET provisioned_by = 1 WHERE id = $1', [mia.userId]);
    expect(await managed()).toBe('provisioning');
    const claim = (organizationId: number, status: string) =>
      sql(
        `INSERT INTO sso_domains (organization_id, domain, challenge, status, created_at)
         VALUES ($1, 'delta.example', 'challenge', $2, now())`,
        [organizationId, status],
      );
    await claim(1, 'pending');
    await claim(2, 'verified');
    expect(await managed()).toBe('provisioning');
    await sql('DELETE FROM sso_domains');
    await claim(1, 'verified');
    expect(await managed()).toBe('verified_domain');
  });

  describe('holders of a role', () => {
    const roleOf = async (organizationId: number, name: string): Promise<number> =>
      (await sql('SELECT id FROM roles WHERE organization_id = $1 AND name = $2', [organizationId, name]))[0].id;

    it('are listed with where they hold it, searched and paged', async () => {
      const editor = await roleOf(1, 'editor');
      await sql('DELETE FROM workspace_members');
      const [workspace] = await sql('SELECT id, name FROM workspaces WHERE organization_id = 1 ORDER BY id LIMIT 1');
      for (const who of [vera, mia])
        await sql(
          `INSERT INTO workspace_members (workspace_id, organization_id, user_id, role_id, joined_at) VALUES ($1, 1, $2, $3, now())`,
          [workspace.id, who.userId, editor],
        );
      const path = `/api/v1/roles/${editor}/holders`;
      const { body } = await get(adam, path);
      const found = body.data.holders.map((holder: { username: string; workspace: { id: number } | null }) => [
        holder.username,
        holder.workspace?.id ?? null,
      ]);
      expect(found).toEqual(
        [
          ['mia', null, mia.userId],
          ['mia', workspace.id, mia.userId],
          ['vera', workspace.id, vera.userId],
        ]
          .sort((one, other) => one[2] - other[2])
          .map(([name, place]) => [name, place]),
      );
      expect(body.data.pagination.total).toBe(3);
      const second = (await get(adam, `${path}?limit=1&page=2`)).body.data;
      expect([second.holders[0].username, second.pagination.total]).toEqual([found[1][0], 3]);
      expect((await get(adam, `${path}?search=VER`)).body.data.holders).toHaveLength(1);
      expect((await get(adam, `${path}?search=%25`)).body.data.holders).toEqual([]);
      expect(outcome(await get(adam, `${path}?search=a&search=b`))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('leave out people whom a directory brought and who have not come', async () => {
      const viewer = await roleOf(1, 'viewer');
      const holders = async () => (await get(adam, `/api/v1/roles/${viewer}/holders`)).body.data.pagination.total;
      const before = await holders();
      await sql('UPDATE organization_members SET arrived_at = NULL WHERE user_id = $1', [vera.userId]);
      expect(await holders()).toBe(before - 1);
      await sql('UPDATE organization_members SET arrived_at = now() WHERE user_id = $1', [vera.userId]);
    });

    it('are hidden without the permission, and so are the roles of others', async () => {
      const [own, theirs] = [await roleOf(1, 'viewer'), await roleOf(2, 'viewer')];
      expect(outcome(await get(vera, `/api/v1/roles/${own}/holders`))).toEqual([403, 'FORBIDDEN']);
      expect(outcome(await get(adam, `/api/v1/roles/${theirs}/holders`))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await get(oscar, `/api/v1/roles/${own}/holders`))).toEqual([404, 'NOT_FOUND']);
    });
  });
});
