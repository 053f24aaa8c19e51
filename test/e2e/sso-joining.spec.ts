import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PurgeDenials } from '../../src/sso-enforcement/application/purge-denials.js';
import { ReleaseSignOn } from '../../src/sso-enforcement/application/release-sign-on.js';
import { RequireSignOn } from '../../src/sso-enforcement/application/require-sign-on.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import type { Answer } from '../support/http-client.js';
import { person, work } from '../support/people.js';
import { scimClient } from '../support/scim.js';
import { addConnection, addMember, enforce, logInBySso, unsignedSessionsOf, userIdOf } from '../support/sign-on.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const PASSWORD = 'a heron stands in shallow water';
const outcome = ({ status, body }: Answer) => [status, body.code];

describe('joining and using an organization that requires single sign-on', () => {
  let app: TestApp;
  let connectionId: number, otherConnectionId: number;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    connectionId = await addConnection(app);
    otherConnectionId = await addConnection(app, { organizationId: 2, domain: 'estuary.example' });
  });
  beforeEach(async () => {
    await app.dataSource.query(`UPDATE sso_connections SET status = 'active'`);
    for (const organizationId of [1, 2]) await enforce(app, 'off', { organizationId });
    await app.dataSource.query(
      `DELETE FROM organization_members WHERE user_id IN (SELECT id FROM users WHERE username IN ('nora', 'adam'))`,
    );
    await addMember(app, 'adam', 'admin');
  });
  afterAll(() => app.close());

  const invite = async (email: string) => {
    const { token, hash } = mintToken();
    await app.dataSource.query(
      `INSERT INTO invitations (organization_id, workspace_id, role_id, role_name, email, email_key, token_hash, status, invited_by,
                                created_at, expires_at)
       SELECT 1, 1, r.id, 'viewer', $1, lower($1), $2, 'pending', $3, $4, $4::timestamptz + interval '1 day'
         FROM roles r WHERE r.organization_id = 1 AND r.name = 'viewer'`,
      [email, hash, await userIdOf(app, 'olivia'), app.clock.now()],
    );
    return `/api/v1/invitations/${token}/accept`;
  };
  const login = (username: string, password: string) => app.http.post('/api/auth/login', { username, password });
  const see = (token: string, organizationId = 1) => app.http.get(`/api/v1/organizations/${organizationId}`, { token });

  it('makes an account by invitation that gets in by single sign-on only', async () => {
    await enforce(app, 'required');
    const accept = await invite('new-guest@elsewhere.example');
    const { status, body } = await app.http.post(accept, { username: 'new-guest', password: PASSWORD });
    expect([status, body.access_token, body.data?.access_token]).toEqual([200, undefined, undefined]);
    expect(outcome(await login('new-guest', PASSWORD))).toEqual([403, 'SSO_REQUIRED']);
    expect(await unsignedSessionsOf(app, 'new-guest')).toBe(0);
  });

  it('makes a member of a person with a session of another kind, and shows them no more than its name', async () => {
    await enforce(app, 'required');
    const { accessToken: token } = await logIn(app.http, 'nora');
    const [{ email }] = await app.dataSource.query(`SELECT email FROM users WHERE username = 'nora'`);
    expect((await app.http.post(await invite(email), {}, { token })).status).toBe(200);
    const refused = await see(token);
    expect([...outcome(refused), refused.body.sso.connection_id]).toEqual([403, 'SSO_REQUIRED', connectionId]);
    for (const path of ['members', 'workspaces', 'roles', 'audit-events'])
      expect(outcome(await app.http.get(`/api/v1/organizations/1/${path}`, { token }))).toEqual([403, 'SSO_REQUIRED']);
    expect(outcome(await app.http.get('/api/v1/data-sources/1', { token }))).toEqual([403, 'SSO_REQUIRED']);
    for (const list of ['organizations', 'data-sources', 'prompt-templates'])
      expect([list, (await app.http.get(`/api/v1/${list}`, { token })).body.data.pagination.total]).toEqual([list, 0]);
    const me = await app.http.get('/api/v1/me', { token });
    expect(me.body.data.organizations).toEqual([
      { id: 1, name: 'Delta Analytics', role: 'viewer', permissions: [], needs: 'single_sign_on' },
    ]);
    const { accessToken: signedOn } = await logInBySso(app, 'nora', connectionId);
    for (const list of ['organizations', 'data-sources'])
      expect((await app.http.get(`/api/v1/${list}`, { token: signedOn })).body.data.pagination.total).toBe(1);
  });

  it('refuses the first login by password of a person whom the directory has brought', async () => {
    await enforce(app, 'required');
    const directory = await scimClient(app, 1);
    const email = 'brought@delta.example';
    expect((await directory.post('/Users', person('brought', work(email)))).status).toBe(201);
    const { token, hash } = mintToken();
    await app.dataSource.query(
      `INSERT INTO mailed_tokens (user_id, purpose, request_id, token_hash, email_key, trust_epoch, expires_at)
       SELECT id, 'password_reset', $2, $3, email_key, trust_epoch, $4 FROM users WHERE email_key = $1`,
      [email, randomUUID(), hash, new Date(app.clock.now().getTime() + 600_000)],
    );
    expect((await app.http.post('/api/auth/password-reset', { token, new_password: PASSWORD })).status).toBe(200);
    expect(outcome(await login(email, PASSWORD))).toEqual([403, 'SSO_REQUIRED']);
    await enforce(app, 'optional');
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it('takes the single sign-on of each of two organizations for that one alone', async () => {
    await addMember(app, 'nora');
    await addMember(app, 'nora', 'viewer', 2);
    for (const organizationId of [1, 2]) await enforce(app, 'required', { organizationId });
    const { accessToken: first } = await logInBySso(app, 'nora', connectionId);
    const { accessToken: second } = await logInBySso(app, 'nora', otherConnectionId);
    const seen = [await see(first, 1), await see(first, 2), await see(second, 1), await see(second, 2)];
    expect(seen.map(outcome)).toEqual([
      [200, undefined],
      [403, 'SSO_REQUIRED'],
      [403, 'SSO_REQUIRED'],
      [200, undefined],
    ]);
    expect(seen[1]?.body.sso.connection_id).toBe(otherConnectionId);
  });

  it('refuses a session that came through a connection that is no longer active', async () => {
    await addMember(app, 'nora');
    await enforce(app, 'required');
    const { accessToken } = await logInBySso(app, 'nora', connectionId);
    expect((await see(accessToken)).status).toBe(200);
    await app.dataSource.query(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [connectionId]);
    const refused = await see(accessToken);
    expect([...outcome(refused), refused.body.sso]).toEqual([403, 'SSO_REQUIRED', null]);
  });

  it('binds single members while a migration goes on, and releases them by their wave', async () => {
    const [adam, vera] = [await userIdOf(app, 'adam'), await userIdOf(app, 'vera')];
    const before = [await logIn(app.http, 'adam'), await logIn(app.http, 'vera')];
    const requirement = { organizationId: 1, waveNumber: 1, graceSeconds: 0 };
    const require = app.app.get(RequireSignOn, { strict: false });
    // Twice, as after a restart, and with a person who is not a member.
    for (const userIds of [[adam, 999_999], [adam]]) await require.execute({ ...requirement, userIds });
    const statuses = await Promise.all(before.map(({ accessToken }) => see(accessToken)));
    expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
    await expect(logIn(app.http, 'adam')).rejects.toThrow('403');
    await logIn(app.http, 'vera');
    await require.execute({ ...requirement, waveNumber: 2, userIds: [vera] });
    const release = app.app.get(ReleaseSignOn, { strict: false });
    await release.execute({ organizationId: 1, userIds: null, waveNumber: 1 });
    await logIn(app.http, 'adam');
    await expect(logIn(app.http, 'vera')).rejects.toThrow('403');
    await release.execute({ organizationId: 1, userIds: null, waveNumber: null });
    await logIn(app.http, 'vera');
  });

  it('keeps the traces of refused logins for ninety days', async () => {
    await app.dataSource.query('DELETE FROM sso_denials');
    await enforce(app, 'required');
    await expect(logIn(app.http, 'adam')).rejects.toThrow('403');
    app.clock.advance({ days: 90 });
    await expect(logIn(app.http, 'vera')).rejects.toThrow('403');
    app.clock.advance({ seconds: 1 });
    expect(await app.app.get(PurgeDenials, { strict: false }).execute()).toBe(1);
    expect(await app.dataSource.query('SELECT was_enforced, path FROM sso_denials')).toEqual([{ was_enforced: true, path: 'pwd' }]);
  });
});
