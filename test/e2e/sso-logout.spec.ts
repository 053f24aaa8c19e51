import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SEALED_COLUMNS } from '../../src/boot/database.js';
import { Config } from '../../src/platform/config/config.js';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import { resealEverything } from '../../src/platform/crypto/reseal.js';
import { TypeOrmSession } from '../../src/platform/database/typeorm-session.js';
import { EndSessionsOfConnection } from '../../src/sessions/application/end-sessions-of-connection.js';
import { EndSessionsOfUser } from '../../src/sessions/application/end-sessions-of-user.js';
import { PurgeSessions } from '../../src/sessions/application/purge-sessions.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { Browser } from '../support/browser.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { PageClient } from '../support/page-client.js';
import { activeConnection, exchange, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import { type TestApp, logIn } from '../support/test-app.js';

const at = (name: string) => ({ sub: name, email: `${name}@corp.example`, email_verified: true });
const payloadOf = (jwt: string | null) => JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());
const COLUMN = SEALED_COLUMNS.filter(({ table }) => table === 'sessions');

interface Open {
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: number;
  readonly userId: number;
}

describe('the ID token that a login over OpenID Connect proved', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let elsewhere: OidcIdp;
  let connectionId: number;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    const accounts = ['ada', 'bea'].map(at);
    idp = await startOidcIdp({ accounts, clock: app.clock });
    elsewhere = await startOidcIdp({ accounts, clock: app.clock });
    idp.wantsHint = true;
    connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'corp.example');
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
    await elsewhere.close();
  });

  const open = async (subject: string, browser = new Browser()): Promise<Open> => {
    const { body } = await exchange(app, (await signIn(app, idp, connectionId, subject, { browser })).get('code'));
    const { sid, sub } = payloadOf(body.access_token);
    return { token: body.access_token, refreshToken: body.refresh_token, sessionId: Number(sid), userId: Number(sub) };
  };
  const leave = async (token: string): Promise<string | null> =>
    (await app.http.post('/api/auth/sso/logout', undefined, { token })).body.logout_url;
  const hintIn = (url: string | null) => new URL(url ?? '').searchParams.get('id_token_hint');
  const leadTo = ({ issuer }: OidcIdp) =>
    app.dataSource.query(
      `UPDATE sso_connections SET issuer = $2, configuration_version = configuration_version + 1, tested_version = configuration_version + 1
        WHERE id = $1`,
      [connectionId, issuer],
    );
  const sealedOf = async ({ sessionId }: Open): Promise<string | null> =>
    (await app.dataSource.query('SELECT id_token_sealed AS sealed FROM sessions WHERE id = $1', [sessionId]))[0].sealed;

  it('ends the session at a provider that refuses a logout without it, and comes back here', async () => {
    const browser = new Browser();
    const { token } = await open('ada', browser);
    const url = await leave(token);
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({
      client_id: 'headgate',
      post_logout_redirect_uri: 'http://headgate.test/',
    });
    expect(payloadOf(hintIn(url))).toMatchObject({ iss: idp.issuer, aud: 'headgate', sub: 'ada' });
    const back = await browser.visit(url ?? '', ({ host }) => host === 'headgate.test');
    expect(back.url.href).toBe('http://headgate.test/');
  });

  it('is that of the session which ends, and of no other one', async () => {
    const [ada, again, bea] = [await open('ada'), await open('ada'), await open('bea')];
    const sid = async ({ sessionId }: Open) =>
      (await app.dataSource.query('SELECT sso_session_id AS sid FROM sessions WHERE id = $1', [sessionId]))[0].sid;
    for (const one of [bea, again, ada]) expect(payloadOf(hintIn(await leave(one.token))).sid).toBe(await sid(one));
  });

  it('is there for the cookie of a page, and not for a session by password', async () => {
    const page = new PageClient(app.http);
    await page.post('exchange', { code: (await signIn(app, idp, connectionId, 'bea')).get('code') });
    expect(payloadOf(hintIn((await page.post('logout')).body.logout_url)).sub).toBe('bea');
    const { accessToken } = await logIn(app.http, 'olivia');
    expect(await leave(accessToken)).toBeNull();
  });

  it('is sealed for its session, and in nothing that the service says, logs or records', async () => {
    const one = await open('ada');
    const sealed = await sealedOf(one);
    expect(sealed).toMatch(/^v1\./);
    const own = await Promise.all(
      ['/api/v1/me', '/api/v1/sessions', '/api/v1/me/identities'].map((path) => app.http.get(path, { token: one.token })),
    );
    const url = await leave(one.token);
    const [, claims = ''] = hintIn(url)?.split('.') ?? [];
    const events = await app.dataSource.query('SELECT detail::text FROM audit_events');
    const said = JSON.stringify([own.map(({ text }) => text), events, app.log]);
    expect([claims.length > 100, said.includes(claims), said.includes(sealed ?? ' ')]).toEqual([true, false, false]);
  });

  it('goes with its session, whoever ends it, and whenever it is over', async () => {
    const { accessToken } = await logIn(app.http, 'sysadmin');
    const ends: readonly ((one: Open) => Promise<unknown>)[] = [
      ({ token }) => app.http.post('/api/auth/logout', undefined, { token }),
      ({ token, sessionId }) => app.http.delete(`/api/v1/sessions/${sessionId}`, { token }),
      ({ userId }) => app.http.delete(`/api/v1/users/${userId}/sessions`, { token: accessToken }),
      ({ userId }) => app.app.get(EndSessionsOfUser).execute({ userId, reason: 'password_changed', keep: null, actorUserId: null }),
      ({ userId }) => app.app.get(EndSessionsOfUser).ofOrganization({ userId, organizationId: 1, reason: 'deprovisioned' }),
      () => app.app.get(EndSessionsOfConnection).execute({ connectionId, reason: 'sso_connection_closed' }),
    ];
    for (const end of ends) {
      const one = await open('bea');
      expect(await sealedOf(one)).not.toBeNull();
      await end(one);
      const [{ ended }] = await app.dataSource.query('SELECT ended_at IS NOT NULL AS ended FROM sessions WHERE id = $1', [one.sessionId]);
      expect([ended, await sealedOf(one)]).toEqual([true, null]);
    }
    const [idle, live] = [await open('ada'), await open('bea')];
    app.clock.advance({ hours: 24 * 60 });
    await app.dataSource.query('UPDATE sessions SET last_used_at = $2, expires_at = $2::timestamptz + interval $$1 hour$$ WHERE id = $1', [
      live.sessionId,
      app.clock.now(),
    ]);
    await app.app.get(PurgeSessions).execute();
    expect([await sealedOf(idle), await sealedOf(live)]).toEqual([null, expect.any(String)]);
  });

  it('is replaced when the provider vouches again', async () => {
    const first = await open('ada');
    const before = await sealedOf(first);
    app.clock.advance({ seconds: 90 });
    const begun = await app.http.post('/api/auth/step-up/sso', undefined, { token: first.token });
    const query = { step_up: new URL(begun.body.start_url).searchParams.get('step_up') ?? '' };
    const code = (await signIn(app, idp, connectionId, 'ada', { query })).get('step_up_code');
    const { body } = await app.http.post('/api/auth/step-up/sso/complete', { step_up_code: code }, { token: first.token });
    const url = await leave(body.access_token);
    expect(payloadOf(hintIn(url)).iat).toBe(Math.floor(app.clock.now().getTime() / 1000));
    expect(before).not.toBeNull();
  });

  it('is not shown to another provider that the connection leads to since', async () => {
    const { token } = await open('ada');
    await leadTo(elsewhere);
    const url = await leave(token);
    expect([new URL(url ?? '').origin, hintIn(url)]).toEqual([elsewhere.issuer, null]);
    await leadTo(idp);
  });

  it('is sealed anew under a new master key; without its key, the session ends without it', async () => {
    const [one, other] = [await open('ada'), await open('bea')];
    const [fresh, old] = [randomBytes(32).toString('base64'), testEnvironment['HEADGATE_MASTER_KEY'] ?? ''];
    const boxOf = async (...masterKeys: string[]) => new AesSecretBox(await loadMasterKeys({ ...app.app.get(Config), masterKeys }));
    const session = app.app.get(TypeOrmSession);
    const [there] = await resealEverything(session, await boxOf(fresh, old), COLUMN);
    expect(there).toMatchObject({ table: 'sessions', unreadable: 0 });
    expect(there?.resealed).toBeGreaterThan(1);
    const blind = await leave(one.token);
    expect([new URL(blind ?? '').origin, hintIn(blind)]).toEqual([idp.issuer, null]);
    const [back] = await resealEverything(session, await boxOf(old, fresh), COLUMN);
    expect(back?.unreadable).toBe(0);
    expect(payloadOf(hintIn(await leave(other.token))).sub).toBe('bea');
  });
});
