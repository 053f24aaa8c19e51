import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { eventually } from '../platform/fixtures/eventually.js';
import { Browser } from '../support/browser.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { enrolTotp, logInWithTotp, nextTotp } from '../support/mfa.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { enforce } from '../support/sign-on.js';
import { activeConnection, exchange, ownDomain, signIn, startSsoApp, toCallback, follow } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const MOST_TIME = 60_000;
const at = (name: string) => ({ sub: name, email: `${name}@delta.example`, email_verified: true });

describe('an account that is linked by proof', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let mailbox: Mailbox;
  let connectionId: number;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startSsoApp({ environment: { ...mailbox.environment, RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({ accounts: ['vera', 'adam', 'mia', 'olivia'].map(at), clock: app.clock });
    connectionId = await activeConnection(app, idp);
    await ownDomain(app, 'delta.example');
  }, MOST_TIME);
  afterAll(async () => {
    await app.close();
    await idp.close();
    await mailbox.close();
  });
  const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => app.dataSource.query(text, values);
  beforeEach(async () => {
    await sql('DELETE FROM sso_identities');
    await sql('DELETE FROM sso_proposed_links');
    await sql('DELETE FROM attempt_throttles');
  });

  const proposed = async (subject: string): Promise<string> => (await signIn(app, idp, connectionId, subject)).get('link_token') ?? '';
  const prove = (link_token: string, more: object = {}): Promise<Answer> =>
    app.http.post('/api/auth/sso/link', { link_token, password: DEMO_PASSWORD, ...more });
  const links = async (): Promise<unknown[]> => (await sql('SELECT subject FROM sso_identities')).map(({ subject }) => subject);

  it('lets its owner in at once, and by the provider alone from then on', async () => {
    const { status, body } = await prove(await proposed('vera'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'bearer', user: { username: 'vera', role: 'viewer' } });
    const me = await app.http.get('/api/v1/me', { token: body.access_token });
    expect(me.body.data.session).toMatchObject({ acr: 'aal1', amr: ['sso'] });
    expect([...(await signIn(app, idp, connectionId, 'vera')).keys()]).toEqual(['code']);
  });

  it('is linked only by the client that began the login, not by a thief of the token', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const end = await signIn(app, idp, connectionId, 'vera', { query: { code_challenge } });
    const token = end.get('link_token') ?? '';
    const stolen = [{}, { code_verifier: randomBytes(32).toString('base64url') }, { code_verifier: code_challenge }];
    for (const more of stolen) {
      const unknown = await prove('A'.repeat(43), more);
      for (const password of [DEMO_PASSWORD, 'wrong']) {
        const { status, body } = await prove(token, { ...more, password });
        expect([status, body.code, body.message]).toEqual([401, unknown.body.code, unknown.body.message]);
      }
      const reasons = await sql('SELECT organization_id, detail FROM audit_events ORDER BY id DESC LIMIT 1');
      expect(reasons).toEqual([{ organization_id: 1, detail: { reason: 'wrong_verifier', connection_id: connectionId } }]);
    }
    expect(await links()).toEqual([]);
    // A verifier without a challenge is refused too: an attacker may have removed the challenge on the way.
    expect((await prove(await proposed('vera'), { code_verifier: verifier })).status).toBe(401);
    expect((await prove(token, { code_verifier: verifier })).status).toBe(200);
    expect(await links()).toEqual(['vera']);
  });

  it('is linked once by one token, of twenty proofs at once', async () => {
    const token = await proposed('vera');
    const answers = await Promise.all(Array.from({ length: 20 }, () => prove(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    expect(await links()).toEqual(['vera']);
  });

  it('is refused, and not broken, when its place is taken at the very same moment', async () => {
    const token = await proposed('vera');
    const runner = app.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       SELECT 1, $1, id, $2, 'vera', 'proof', now() FROM users WHERE username = 'adam'`,
      [connectionId, idp.issuer],
    );
    const proving = prove(token);
    await eventually('the proof waits for the place', async () => {
      const [{ waiting } = {}] = await sql(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting === 1;
    });
    await runner.commitTransaction();
    await runner.release();
    expect(await proving).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
    const [{ detail } = {}] = await sql(`SELECT detail FROM audit_events ORDER BY id DESC LIMIT 1`);
    expect(detail).toMatchObject({ reason: 'not_linkable' });
  });

  it('ends with the fifth wrong password, the right one too, and a new token does not wipe that out', async () => {
    const token = await proposed('vera');
    for (let each = 0; each < 5; each++) expect((await prove(token, { password: 'wrong' })).status).toBe(401);
    expect((await prove(token)).status).toBe(401);
    expect(await links()).toEqual([]);
    const [{ counted } = {}] = await sql(
      `SELECT count(*)::int AS counted FROM attempt_throttles WHERE key LIKE 'sso\\_proof:%' AND failures >= 5`,
    );
    expect(counted).toBe(1);
    expect((await prove(await proposed('vera'))).status).toBe(200);
  });

  it('asks for the second factor if there is one, and reveals it to no one without the password', async () => {
    const token = await proposed('mia');
    expect((await prove(token, { password: 'wrong' })).body.code).toBe('UNAUTHORIZED');
    const { status, body } = await prove(token);
    expect([status, body.code, body.mfa]).toEqual([401, 'LINK_FACTOR_REQUIRED', { methods: ['totp'] }]);
    expect((await prove(token, { method: 'totp', code: '000000' })).status).toBe(401);
    expect((await prove(token, { method: 'totp' })).status).toBe(400);
    expect((await prove(token, { method: 'totp', code: nextTotp(app.clock) })).status).toBe(200);
    expect(await links()).toEqual(['mia']);
  });

  it('is that of the person whom the token was made for, at the issuer that vouched for them', async () => {
    const token = await proposed('vera');
    await sql(`UPDATE sso_connections SET issuer = 'https://another.example'`);
    expect((await prove(token)).status).toBe(401);
    await sql('UPDATE sso_connections SET issuer = $1', [idp.issuer]);
    expect((await prove(token)).status).toBe(401);
    const disabled = await proposed('vera');
    await sql(`UPDATE sso_connections SET status = 'disabled'`);
    expect((await prove(disabled)).status).toBe(401);
    await sql(`UPDATE sso_connections SET status = 'active'`);
    const disowned = await proposed('vera');
    await sql(`DELETE FROM sso_domains WHERE domain = 'delta.example'`);
    expect((await prove(disowned)).status).toBe(401);
    await ownDomain(app, 'delta.example');
    const old = await proposed('vera');
    app.clock.advance({ minutes: 16 });
    expect((await prove(old)).status).toBe(401);
    app.clock.advance({ minutes: -16 });
    expect((await prove('A'.repeat(43))).status).toBe(401);
    expect(await links()).toEqual([]);
  });

  it.each([
    ['the DNS shows the domain no more', `UPDATE sso_domains SET status = 'drifted'`],
    ['another organization has shown it since', `UPDATE sso_domains SET status = 'pending', verified_at = now()`],
  ])('is still asked of members while single sign-on is required and %s', async (_, lose) => {
    const elsewhere = await activeConnection(app, idp, { organizationId: 2 });
    await sql(`UPDATE sessions SET sso_connection_id = $1 WHERE id = (SELECT max(id) FROM sessions)`, [elsewhere]);
    await enforce(app, 'required');
    await sql(lose);
    expect((await prove(await proposed('vera'))).status).toBe(200);
    expect(await links()).toEqual(['vera']);
    await enforce(app, 'off');
    await sql(`UPDATE sessions SET sso_connection_id = NULL WHERE sso_connection_id = $1`, [elsewhere]);
    await ownDomain(app, 'delta.example');
  });

  it('lets in a member without a password who chooses one by mail, although the DNS shows the domain no more', async () => {
    const elsewhere = await activeConnection(app, idp, { organizationId: 2 });
    await sql(`UPDATE sessions SET sso_connection_id = $1 WHERE id = (SELECT max(id) FROM sessions)`, [elsewhere]);
    await enforce(app, 'required');
    await sql(`UPDATE sso_domains SET status = 'drifted'`);
    const [before] = await sql(`SELECT password_hash FROM users WHERE username = 'adam'`);
    await sql(`UPDATE users SET password_hash = NULL, provisioned_by = 1 WHERE username = 'adam'`);
    expect((await signIn(app, idp, connectionId, 'adam')).get('error')).toBe('EMAIL_DOMAIN_NOT_OWNED');
    await mailbox.arrived(app);
    await app.http.post('/api/auth/password-reset/request', { email: 'adam@delta.example' });
    const mail = (await mailbox.arrived(app)).find(({ to }) => to?.[0]?.address === 'adam@delta.example');
    const chosen = { token: tokenIn(mail), new_password: 'nine ducks below the upper weir' };
    expect((await app.http.post('/api/auth/password-reset', chosen)).status).toBe(200);
    const { new_password: password } = chosen;
    expect((await app.http.post('/api/auth/login', { username: 'adam', password })).body.code).toBe('SSO_REQUIRED');
    expect((await prove(await proposed('adam'), { password })).status).toBe(200);
    expect(await links()).toEqual(['adam']);
    await sql(`UPDATE users SET password_hash = $1, provisioned_by = NULL WHERE username = 'adam'`, [before?.['password_hash']]);
    await enforce(app, 'off');
    await sql(`UPDATE sessions SET sso_connection_id = NULL WHERE sso_connection_id = $1`, [elsewhere]);
    await ownDomain(app, 'delta.example');
  });

  const begin = (token: string, id = connectionId): Promise<Answer> =>
    app.http.post(`/api/v1/sso/connections/${id}/link`, undefined, { token });
  const linkQuery = (answer: Answer): Record<string, string> => ({
    link: new URL(answer.body.data.start_url).searchParams.get('link') ?? '',
  });

  it('can be linked by a logged-in person who came just now, to their own address alone', async () => {
    const { accessToken: token } = await logIn(app.http, 'vera');
    const query = linkQuery(await begin(token));
    expect((await signIn(app, idp, connectionId, 'adam', { query })).get('error')).toBe('EMAIL_MISMATCH');
    // The ticket went with it.
    expect((await app.http.get(`/api/auth/sso/${connectionId}/start?link=${query['link']}`)).status).toBe(403);
    const to = await signIn(app, idp, connectionId, 'vera', { query: linkQuery(await begin(token)) });
    expect((await exchange(app, to.get('code'))).body.user.username).toBe('vera');
    app.clock.advance({ minutes: 11 });
    expect((await begin(token)).body.code).toBe('STEP_UP_REQUIRED');
    app.clock.advance({ minutes: -11 });
  });

  it('is not linked for a session that has ended on the way', async () => {
    const { accessToken: token } = await logIn(app.http, 'vera');
    const browser = new Browser();
    const query = linkQuery(await begin(token));
    const callback = await toCallback(app, idp, connectionId, 'vera', { browser, query });
    await app.http.post('/api/auth/logout', undefined, { token });
    expect((await follow(app, callback, browser)).to.get('error')).toBe('ATTEMPT_ENDED');
    expect(await links()).toEqual([]);
  });

  it('is hidden from people who are not members: connections of others are not found', async () => {
    const { accessToken: oscar } = await logIn(app.http, 'oscar');
    expect((await begin(oscar)).status).toBe(404);
    expect((await begin(oscar, 2_000_000_000)).status).toBe(404);
    expect((await app.http.get(`/api/v1/sso/connections/${connectionId}/identities`, { token: oscar })).status).toBe(404);
    await prove(await proposed('vera'));
    const [{ id } = {}] = await sql('SELECT id FROM sso_identities');
    expect((await app.http.delete(`/api/v1/sso/identities/${String(id)}`, { token: oscar })).status).toBe(404);
  });

  it('is unlinked by an administrator, unless nothing else lets its owner in; its sessions end with it', async () => {
    const { body } = await prove(await proposed('vera'));
    const { accessToken: token } = await logIn(app.http, 'adam');
    const listed = await app.http.get(`/api/v1/sso/connections/${connectionId}/identities`, { token });
    const [{ id }] = listed.body.data.identities;
    expect(listed.body.data.identities).toMatchObject([{ username: 'vera', subject: 'vera', linked_by: 'proof' }]);
    const unlink = (): Promise<Answer> => app.http.delete(`/api/v1/sso/identities/${id}`, { token });
    const [{ password_hash: hash } = {}] = await sql(`SELECT password_hash FROM users WHERE username = 'vera'`);
    await sql(`UPDATE users SET password_hash = NULL WHERE username = 'vera'`);
    expect((await unlink()).body.code).toBe('LAST_LOGIN_METHOD');
    await sql(`UPDATE users SET password_hash = $1 WHERE username = 'vera'`, [hash]);
    expect((await unlink()).status).toBe(200);
    expect((await unlink()).status).toBe(404);
    expect((await app.http.get('/api/v1/me', { token: body.access_token })).status).toBe(401);
    expect([...(await signIn(app, idp, connectionId, 'vera')).keys()]).toEqual(['link_token']);
  });

  it('is unlinked by its owner without a permission, also where the connection is disabled, and by no other member', async () => {
    for (const status of ['active', 'disabled']) {
      await prove(await proposed('vera'));
      await sql('UPDATE sso_connections SET status = $2 WHERE id = $1', [connectionId, status]);
      const [{ id } = {}] = await sql('SELECT id FROM sso_identities');
      const { accessToken: mia } = await logInWithTotp(app);
      const { accessToken: vera } = await logIn(app.http, 'vera');
      const unlink = (token: string): Promise<Answer> => app.http.delete(`/api/v1/sso/identities/${String(id)}`, { token });
      expect((await unlink(mia)).status).toBe(403);
      const all = await Promise.all(Array.from({ length: 20 }, () => unlink(vera)));
      expect([status, all.map((answer) => answer.status).sort()]).toEqual([status, [200, ...Array.from({ length: 19 }, () => 404)]]);
      await sql(`UPDATE sso_connections SET status = 'active' WHERE id = $1`, [connectionId]);
    }
    await prove(await proposed('vera'));
    const [{ id } = {}] = await sql('SELECT id FROM sso_identities');
    const { accessToken: vera } = await logIn(app.http, 'vera');
    const [{ password_hash: hash } = {}] = await sql(`SELECT password_hash FROM users WHERE username = 'vera'`);
    await sql(`UPDATE users SET password_hash = NULL WHERE username = 'vera'`);
    // Only in a session that the organization accepts: whoever runs another provider opens sessions as its people too.
    const elsewhere = await activeConnection(app, idp, { organizationId: 2 });
    await sql(`UPDATE sessions SET sso_connection_id = $1 WHERE id = (SELECT max(id) FROM sessions)`, [elsewhere]);
    await enforce(app, 'required');
    const refused = await app.http.delete(`/api/v1/sso/identities/${String(id)}`, { token: vera });
    expect([refused.status, refused.body.code]).toEqual([403, 'SSO_REQUIRED']);
    await enforce(app, 'off');
    await sql(`UPDATE sessions SET sso_connection_id = NULL WHERE sso_connection_id = $1`, [elsewhere]);
    const last = await app.http.delete(`/api/v1/sso/identities/${String(id)}`, { token: vera });
    expect([last.status, last.body.code]).toEqual([409, 'LAST_LOGIN_METHOD']);
    await sql(`UPDATE users SET password_hash = $1 WHERE username = 'vera'`, [hash]);
  });

  it('is unlinked after a second factor, by people who have one', async () => {
    await prove(await proposed('vera'));
    const [{ id } = {}] = await sql('SELECT id FROM sso_identities');
    const { accessToken } = await logIn(app.http, 'olivia');
    const { secret } = await enrolTotp(app, accessToken);
    const { accessToken: token } = await logInWithTotp(app, {}, { username: 'olivia', secret });
    app.clock.advance({ minutes: 11 });
    const answer = await app.http.delete(`/api/v1/sso/identities/${String(id)}`, { token });
    expect(answer.body.code).toBe('STEP_UP_REQUIRED');
  });
});
