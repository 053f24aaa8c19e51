import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AesSecretBox } from '../../src/platform/crypto/aes-secret-box.js';
import { loadConfig } from '../../src/platform/config/config.js';
import { loadMasterKeys } from '../../src/platform/crypto/master-keys.js';
import { testEnvironment } from '../setup/test-environment.mjs';
import { Browser } from '../support/browser.js';
import { FixedClock } from '../support/fixed-clock.js';
import type { Answer } from '../support/http-client.js';
import { oidcConnection } from '../support/oidc-adapter.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

const PAGE = 'https://app.example/signed-in';
const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

interface Person {
  readonly token: string;
  /** Of the session at the provider. */
  readonly sid: string;
}

describe('a provider that says that a session is over', () => {
  const clock = new FixedClock();
  let app: TestApp;
  let idp: OidcIdp;
  let connectionId: number;
  let otherId: number;

  beforeAll(async () => {
    app = await startTestApp({ clock, environment: { SSO_NETWORKS: 'loopback', SSO_RETURN_URLS: PAGE } });
    idp = await startOidcIdp({ accounts: [{ sub: 'ada' }, { sub: 'bob' }], clock });
    connectionId = await connect('Corporate', 'headgate');
    otherId = await connect('Other', 'another-client');
    await identify('ada', 'mia');
    await identify('bob', 'vera');
  });
  afterAll(async () => {
    await app.close();
    await idp.close();
  });

  async function connect(name: string, clientId: string): Promise<number> {
    const { settings } = oidcConnection(idp.issuer, { clientId });
    const [{ id }] = await app.dataSource.query(
      `INSERT INTO sso_connections (organization_id, name, type, status, issuer, settings, tested_version, tested_at, created_at, updated_at)
       VALUES (1, $1, 'oidc', 'active', $2, $3, 1, now(), now(), now()) RETURNING id`,
      [name, idp.issuer, settings],
    );
    const box = new AesSecretBox(await loadMasterKeys(loadConfig(testEnvironment)));
    const sealed = box.seal(Buffer.from(idp.clientSecret), `sso_connections.client_secret_sealed:${id}`);
    await app.dataSource.query('UPDATE sso_connections SET client_secret_sealed = $2 WHERE id = $1', [id, sealed]);
    return id;
  }

  async function identify(subject: string, username: string): Promise<void> {
    await app.dataSource.query(
      `INSERT INTO sso_identities (organization_id, connection_id, user_id, issuer, subject, linked_by, linked_at)
       SELECT 1, $1, id, $2, $3, 'administrator', now() FROM users WHERE username = $4`,
      [connectionId, idp.issuer, subject, username],
    );
  }

  async function logIn(subject: string, browser = new Browser()): Promise<Person> {
    const start = `${app.url}/api/auth/sso/${connectionId}/start?return_to=${encodeURIComponent(PAGE)}`;
    const { url } = await idp.logIn(start, subject, { browser, until: ({ host }) => host === 'headgate.test' });
    const cookie = `headgate_sso=${browser.cookie(app.url, 'headgate_sso') ?? ''}`;
    const ended = await app.http.get(`${url.pathname}${url.search}`, { headers: { cookie } });
    const code = new URL(ended.headers.get('location') ?? PAGE).searchParams.get('code');
    const { body } = await app.http.post('/api/auth/sso/exchange', { code });
    const rows = await app.dataSource.query('SELECT sso_session_id AS sid FROM sessions ORDER BY id DESC LIMIT 1');
    return { token: body.access_token, sid: rows[0].sid };
  }

  function post(form: string, id: number | string = connectionId): Promise<Answer> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return app.http.post(`/api/auth/sso/${id}/backchannel-logout`, form, { headers });
  }

  let notices = 0;
  function notice(claims: Readonly<Record<string, unknown>>): Promise<string> {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const jti = `notice-${(notices += 1)}`;
    return idp.mint({ iss: idp.issuer, aud: 'headgate', iat, jti, events: EVENTS, ...claims }, { typ: 'logout+jwt' });
  }

  async function isIn({ token }: Person): Promise<boolean> {
    return (await app.http.get('/api/v1/me', { token })).status === 200;
  }

  it('ends all sessions of a person, and of no one else', async () => {
    const [ada, again, bob] = [await logIn('ada'), await logIn('ada'), await logIn('bob')];
    const answer = await post(`logout_token=${await notice({ sub: 'ada' })}`);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([await isIn(ada), await isIn(again), await isIn(bob)]).toEqual([false, false, true]);
  });

  it('ends one session where it names one', async () => {
    const [one, two] = [await logIn('ada'), await logIn('ada')];
    expect((await post(`logout_token=${await notice({ sid: one.sid })}`)).status).toBe(200);
    expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
    expect((await post(`logout_token=${await notice({ sid: two.sid, sub: 'bob' })}`)).status).toBe(200);
    expect(await isIn(two)).toBe(true);
  });

  it('is believed once: what began since goes on', async () => {
    const token = await notice({ sub: 'ada' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(`logout_token=${token}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
    const since = await logIn('ada');
    expect((await post(`logout_token=${token}`)).status).toBe(400);
    expect(await isIn(since)).toBe(true);
  });

  it('ends nothing by naming a person who was never here', async () => {
    const bob = await logIn('bob');
    expect((await post(`logout_token=${await notice({ sub: 'mallory' })}`)).status).toBe(200);
    expect(await isIn(bob)).toBe(true);
  });

  it('is refused for another connection, another client and invalid logout tokens', async () => {
    const bob = await logIn('bob');
    const refused = [
      await post(`logout_token=${await notice({ sub: 'bob' })}`, otherId),
      await post(`logout_token=${await notice({ sub: 'bob' })}`, 987_654),
      await post(`logout_token=${await notice({ sub: 'bob', aud: 'another-client' })}`),
      await post(`logout_token=${await notice({ sub: 'bob', nonce: 'a-nonce' })}`),
      await post(`logout_token=${await notice({ sub: 'bob', events: {} })}`),
      await post('logout_token=x'),
      await post('logout_token=x&logout_token=y'),
      await post(''),
      await post('logout_token=x', 'x'),
    ];
    expect(refused.map(({ status, body }) => `${status} ${body.code}`)).toEqual(refused.map(() => '400 VALIDATION_FAILED'));
    expect((await app.http.post(`/api/auth/sso/${connectionId}/backchannel-logout`, {})).status).toBe(415);
    expect(await isIn(bob)).toBe(true);
  });

  it('is received when a person logs out there, from the provider itself', async () => {
    idp.backchannelLogoutUri = `${app.url}/api/auth/sso/${connectionId}/backchannel-logout`;
    const browser = new Browser();
    const ada = await logIn('ada', browser);
    await browser.visit(`${idp.issuer}/session/end`);
    expect(await isIn(ada)).toBe(false);
  });

  describe('in a frame of its own page', () => {
    const frame = (parameters: Record<string, string>, id: number = connectionId): Promise<Answer> =>
      app.http.get(`/api/auth/sso/${id}/frontchannel-logout?${new URLSearchParams(parameters).toString()}`);
    const rows = async (): Promise<number> => Number((await app.dataSource.query('SELECT count(*) AS n FROM audit_events'))[0].n);

    it('ends the session that it names, without a cookie, and may be shown by the issuer alone', async () => {
      const [one, two] = [await logIn('ada'), await logIn('ada')];
      const { status, headers, text } = await frame({ iss: idp.issuer, sid: one.sid });
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/html; charset=utf-8', 'no-store']);
      const policy = `default-src 'none';base-uri 'none';frame-ancestors ${new URL(idp.issuer).origin}`;
      expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([policy, null]);
      expect([headers.get('set-cookie'), text]).toEqual([null, expect.not.stringContaining('script')]);
      expect([await isIn(one), await isIn(two)]).toEqual([false, true]);
      const all = await Promise.all(Array.from({ length: 20 }, () => frame({ iss: idp.issuer, sid: two.sid })));
      expect(new Set(all.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
      expect(await isIn(two)).toBe(false);
    });

    it('says nothing of sessions that are not there, and writes nothing', async () => {
      const before = await rows();
      const ended = await frame({ iss: idp.issuer, sid: 'no-session-of-anybody' });
      expect([ended.status, await rows()]).toEqual([200, before]);
    });

    it('ends nothing for another issuer or connection, or without a session', async () => {
      const bob = await logIn('bob');
      await frame({ iss: idp.issuer, sid: bob.sid }, otherId);
      const refused = [
        await frame({ iss: 'https://elsewhere.test', sid: bob.sid }),
        await frame({ iss: `${idp.issuer}/`, sid: bob.sid }),
        await frame({ sid: bob.sid }),
        await frame({ iss: idp.issuer }),
        await frame({ iss: idp.issuer, sid: '' }),
        await frame({ iss: idp.issuer, sid: 'x'.repeat(256) }),
        await frame({ iss: idp.issuer, sid: bob.sid }, 987_654),
      ];
      expect(new Set(refused.map(({ status, body }) => JSON.stringify([status, body.code, body.details])))).toEqual(
        new Set([expect.stringMatching(/^\[400,"VALIDATION_FAILED"/)]),
      );
      for (const { headers } of refused) expect(headers.get('x-frame-options')).toBe('DENY');
      expect(await isIn(bob)).toBe(true);
    });

    it('makes a network wait that guesses', async () => {
      const statuses: number[] = [];
      for (let turn = 0; turn < 400 && statuses.at(-1) !== 429; turn++)
        statuses.push((await frame({ iss: idp.issuer, sid: `guess-${turn}` })).status);
      expect(statuses.at(-1)).toBe(429);
      // Other logouts have what is theirs.
      expect((await app.http.get('/api/auth/sso/1/slo?SAMLRequest=none')).status).not.toBe(429);
      await app.dataSource.query('DELETE FROM attempt_throttles');
    });
  });

  it('leaves a trail that says what ended and why something did not, and holds no token', async () => {
    const rows = await app.dataSource.query(
      `SELECT action, outcome, detail::text AS detail FROM audit_events
        WHERE action = 'sso.logout.refused' OR (action = 'session.all_ended' AND detail->>'reason' = 'sso_logged_out')`,
    );
    const outcomes = rows.map(({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`);
    expect(new Set(outcomes)).toEqual(new Set(['session.all_ended success', 'sso.logout.refused refused']));
    const text = JSON.stringify([rows, app.log]);
    expect(text).toContain('RESPONSE_REPLAYED');
    expect(text).not.toMatch(/eyJ[\w-]+\.eyJ|a secret of the provider/);
  });
});
