import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { activeConnection, exchange, ownDomain, signIn, startSsoApp } from '../support/sso-login.js';
import { PurgeLogins } from '../../src/sso/application/purge-logins.js';
import { EndSessionsOfConnection } from '../../src/sessions/application/end-sessions-of-connection.js';
import { type TestApp, logIn } from '../support/test-app.js';

const MOST_TIME = 60_000;

describe('the way to the identity provider and away from it', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let connectionId: number;

  beforeAll(async () => {
    app = await startSsoApp();
    idp = await startOidcIdp({
      accounts: [
        { sub: 'ada', email: 'ada@corp.example', email_verified: true },
        { sub: 'cid', email: 'cid@corp.example', email_verified: true },
        { sub: 'bea', email: 'bea@corp.example', email_verified: true },
      ],
      clock: app.clock,
    });
    connectionId = await activeConnection(app, idp, { provisions: true });
    await ownDomain(app, 'corp.example');
  }, MOST_TIME);
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  const discover = (email: string): Promise<Answer> => app.http.post('/api/auth/sso/discover', { email });

  it('is found by the domain of an address, whether or not an account has it', async () => {
    const there = {
      sso: {
        connection_id: connectionId,
        start_url: `http://headgate.test/api/auth/sso/${connectionId}/start`,
        required: false,
      },
    };
    await exchange(app, (await signIn(app, idp, connectionId, 'cid')).get('code'));
    for (const email of ['cid@corp.example', 'nobody@corp.example', 'X@CORP.example', 'a@corp.example.'])
      expect((await discover(email)).body).toEqual(there);
    for (const email of ['olivia@elsewhere.example', 'a@sub.corp.example', 'nobody', '@', 'a@b@corp.example/'])
      expect([(await discover(email)).status, (await discover(email)).text]).toEqual([200, '{"sso":null}']);
  });

  it('costs the same database queries for every address', async () => {
    const questions: string[] = [];
    const { driver } = app.dataSource as unknown as {
      driver: { master: { on: unknown; connect: () => Promise<Client> } };
    };
    interface Client {
      query: (...parameters: unknown[]) => unknown;
      release: () => void;
    }
    const pooled = await driver.master.connect();
    const prototype = Object.getPrototypeOf(pooled) as Client;
    pooled.release();
    const original = prototype.query;
    prototype.query = function (this: Client, ...parameters: unknown[]) {
      const [statement] = parameters as [string | { text: string }];
      questions.push(typeof statement === 'string' ? statement : statement.text);
      return original.apply(this, parameters);
    };
    try {
      const asked: string[][] = [];
      for (const email of ['ada@corp.example', 'nobody@corp.example', 'olivia@delta.example', 'no address']) {
        questions.length = 0;
        await discover(email);
        asked.push(questions.filter((text) => /sso_/.test(text)));
      }
      expect(asked[0]?.length).toBeGreaterThan(0);
      for (const one of asked) expect(one).toEqual(asked[0]);
    } finally {
      prototype.query = original;
    }
  });

  it('leads back out: the session ends here, and the answer says where it ends there', async () => {
    const { body } = await exchange(app, (await signIn(app, idp, connectionId, 'ada')).get('code'));
    const { status, body: end } = await app.http.post('/api/auth/sso/logout', undefined, { token: body.access_token });
    expect(status).toBe(200);
    expect(end.logout_url).toMatch(new RegExp(`^${idp.issuer}/session/end\\?`));
    expect(new URL(end.logout_url).searchParams.get('post_logout_redirect_uri')).toBe('http://headgate.test/');
    expect((await app.http.get('/api/v1/me', { token: body.access_token })).status).toBe(401);
    const { accessToken } = await logIn(app.http, 'olivia');
    expect((await app.http.post('/api/auth/sso/logout', undefined, { token: accessToken })).body).toEqual({
      logout_url: null,
    });
  });

  it('tells nothing of the provider to an access token that has expired, and ends its session', async () => {
    const { body } = await exchange(app, (await signIn(app, idp, connectionId, 'ada')).get('code'));
    app.clock.advance({ minutes: 61 });
    const end = await app.http.post('/api/auth/sso/logout', undefined, { token: body.access_token });
    expect([end.status, end.body]).toEqual([200, { logout_url: null }]);
    const refreshed = await app.http.post('/api/auth/refresh', { refresh_token: body.refresh_token });
    expect(refreshed.status).toBe(401);
  });

  it('ends the sessions of one person or of one session at the provider, and no others', async () => {
    const open = async (subject: string): Promise<string> =>
      (await exchange(app, (await signIn(app, idp, connectionId, subject)).get('code'))).body.access_token;
    const [ada, bea] = [await open('ada'), await open('bea')];
    const { accessToken: olivia } = await logIn(app.http, 'olivia');
    const [{ id: identityId }] = await app.dataSource.query(`SELECT id FROM sso_identities WHERE subject = 'ada'`);
    const ending = app.app.get(EndSessionsOfConnection);
    expect(await ending.execute({ connectionId, identityId, reason: 'sso_logged_out' })).toBe(1);
    const states = (): Promise<number[]> =>
      Promise.all([ada, bea, olivia].map(async (token) => (await app.http.get('/api/v1/me', { token })).status));
    expect(await states()).toEqual([401, 200, 200]);
    const [{ sid }] = await app.dataSource.query(
      `SELECT s.sso_session_id AS sid FROM sessions s JOIN sso_identities i ON i.id = s.sso_identity_id
        WHERE i.subject = 'bea' AND s.ended_at IS NULL`,
    );
    await ending.execute({ connectionId, providerSessionId: 'of nobody', reason: 'sso_logged_out' });
    expect(await states()).toEqual([401, 200, 200]);
    await ending.execute({ connectionId, providerSessionId: sid, reason: 'sso_logged_out' });
    expect(await states()).toEqual([401, 401, 200]);
  });

  it('of a provider that ends one session of a person ends those here of which nobody knows to which session they belong', async () => {
    const open = async (subject: string): Promise<string> =>
      (await exchange(app, (await signIn(app, idp, connectionId, subject)).get('code'))).body.access_token;
    const [ada, bea] = [await open('ada'), await open('bea')];
    const [{ id: identityId }] = await app.dataSource.query(`SELECT id FROM sso_identities WHERE subject = 'ada'`);
    await app.dataSource.query(`UPDATE sessions SET sso_session_id = NULL WHERE sso_connection_id = $1`, [connectionId]);
    const ending = app.app.get(EndSessionsOfConnection);
    const states = (): Promise<number[]> =>
      Promise.all([ada, bea].map(async (token) => (await app.http.get('/api/v1/me', { token })).status));
    // Without a person it names nothing here.
    await ending.execute({ connectionId, providerSessionId: 'another', reason: 'sso_logged_out' });
    expect(await states()).toEqual([200, 200]);
    await ending.execute({ connectionId, providerSessionId: 'another', identityId, reason: 'sso_logged_out' });
    expect(await states()).toEqual([401, 200]);
  });

  it('is forgotten a day after it expired', async () => {
    await signIn(app, idp, connectionId, 'ada');
    const left = async (): Promise<unknown> =>
      (await app.dataSource.query('SELECT (SELECT count(*) FROM sso_attempts)::int + (SELECT count(*) FROM sso_codes)::int AS n'))[0].n;
    await app.app.get(PurgeLogins, { strict: false }).execute();
    expect(await left()).toBeGreaterThan(0);
    app.clock.advance({ days: 1, minutes: 11 });
    await app.app.get(PurgeLogins, { strict: false }).execute();
    expect(await left()).toBe(0);
  });

  it('may be asked for a limited number of times', async () => {
    let status = 200;
    for (let each = 0; each < 320 && status === 200; each++) ({ status } = await discover('ada@corp.example'));
    expect(status).toBe(429);
  });
});
