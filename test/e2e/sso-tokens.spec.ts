import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { type OidcIdp, startOidcIdp } from '../support/oidc-idp.js';
import { activeConnection, exchange, follow, ownDomain, signIn, startSsoApp, toCallback } from '../support/sso-login.js';
import type { TestApp } from '../support/test-app.js';

const MOST_TIME = 60_000;

describe('the tokens of a login', () => {
  let app: TestApp;
  let idp: OidcIdp;
  let connectionId: number;
  let elsewhere: number;

  beforeAll(async () => {
    app = await startSsoApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000' } });
    idp = await startOidcIdp({
      accounts: [{ sub: 'ada', email: 'ada@corp.example', email_verified: true }],
      clock: app.clock,
    });
    connectionId = await activeConnection(app, idp, { provisions: true });
    elsewhere = await activeConnection(app, idp, { organizationId: 2 });
    await ownDomain(app, 'corp.example');
  }, MOST_TIME);
  afterAll(async () => {
    await app.close();
    await idp.close();
  });
  const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => app.dataSource.query(text, values);
  beforeEach(() => sql(`UPDATE sso_connections SET status = 'active'`));
  const twenty = <T>(one: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 20 }, one));
  const start = (query: string, id: number | string = connectionId) => app.http.get(`/api/auth/sso/${id}/start?${query}`);
  const attempts = async (): Promise<unknown> => (await sql('SELECT count(*)::int AS n FROM sso_attempts'))[0]?.['n'];

  it('opens one session for a code that is exchanged twenty times at once', async () => {
    const code = (await signIn(app, idp, connectionId, 'ada')).get('code');
    const answers = await twenty(() => exchange(app, code));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(401)]);
    expect(new Set(answers.filter(({ status }) => status === 401).map(({ body }) => body.message)).size).toBe(1);
  });

  it('believes an answer of the provider once, of twenty that bring it at once', async () => {
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'ada', { browser });
    const answers = await twenty(() => follow(app, callback, browser));
    expect(answers.filter(({ to }) => to.has('code')).length).toBe(1);
    expect(answers.filter(({ answer }) => answer.body?.code === 'ATTEMPT_ENDED').length).toBe(19);
  });

  it('lets no one finish a login that was begun in another browser, and the right one after that', async () => {
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'ada', { browser });
    const stranger = new Browser();
    await start('').then(({ headers }) => {
      stranger.setCookie(app.url, 'headgate_sso', /=([^;]+)/.exec(headers.getSetCookie()[0] ?? '')?.[1] ?? '');
    });
    for (const wrong of [new Browser(), stranger]) {
      const { answer } = await follow(app, callback, wrong);
      expect([answer.status, answer.body.code, answer.headers.get('location')]).toEqual([403, 'WRONG_BROWSER', null]);
    }
    expect((await follow(app, callback, browser)).to.has('code')).toBe(true);
  });

  it('ties several logins of one browser to it, by a cookie that no script can read', async () => {
    const browser = new Browser();
    const first = await toCallback(app, idp, connectionId, 'ada', { browser });
    const second = await toCallback(app, idp, connectionId, 'ada', { browser });
    for (const callback of [first, second]) expect((await follow(app, callback, browser)).to.has('code')).toBe(true);
    const { headers } = await start('');
    expect(headers.getSetCookie()[0]).toMatch(/^headgate_sso=[\w-]{43}; Max-Age=600; Path=\/api\/auth\/sso; .*HttpOnly; SameSite=Lax$/);
  });

  it('takes an answer at the address of its own connection alone', async () => {
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'ada', { browser });
    callback.pathname = `/api/auth/sso/${elsewhere}/callback`;
    const { answer } = await follow(app, callback, browser);
    expect([answer.status, answer.body.code]).toEqual([403, 'ATTEMPT_ENDED']);
  });

  it('fails when the connection was disabled or changed meanwhile', async () => {
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'ada', { browser });
    await sql(`UPDATE sso_connections SET status = 'disabled' WHERE id = $1`, [connectionId]);
    expect((await follow(app, callback, browser)).to.get('error')).toBe('CONNECTION_NOT_ACTIVE');
    await sql(`UPDATE sso_connections SET status = 'active'`);
    const changed = await toCallback(app, idp, connectionId, 'ada', { browser });
    const rise = 'UPDATE sso_connections SET configuration_version = configuration_version + 1, tested_version = tested_version + 1';
    await sql(rise);
    expect((await follow(app, changed, browser)).to.get('error')).toBe('CONNECTION_NOT_ACTIVE');
    const code = (await signIn(app, idp, connectionId, 'ada')).get('code');
    await sql(`UPDATE sso_connections SET status = 'disabled'`);
    expect((await exchange(app, code)).status).toBe(401);
  });

  it('begins only when a login is possible', async () => {
    await sql(`UPDATE sso_connections SET status = 'draft' WHERE id = $1`, [connectionId]);
    for (const id of [connectionId, 2_000_000_000]) {
      const { status, body } = await start('', id);
      expect([status, body.code]).toEqual([403, 'CONNECTION_NOT_ACTIVE']);
    }
    expect((await start('', '0')).status).toBe(400);
    expect((await start('', '2147483648')).status).toBe(400);
    expect((await start(`test=${'A'.repeat(43)}`)).body.code).toBe('ATTEMPT_ENDED');
    expect((await start(`link=${'A'.repeat(43)}`)).status).toBe(403);
  });

  it('sends no one to an address that is not configured, and keeps no record of who asked', async () => {
    const before = await attempts();
    for (const address of ['https://evil.example/', 'https://app.example/signed-in/x', '//evil.example', 'x'])
      expect((await start(`return_to=${encodeURIComponent(address)}`)).status).toBe(400);
    expect((await start('return_to=https://app.example/signed-in&return_to=https://evil.example')).status).toBe(400);
    expect((await start('code_challenge=plain')).status).toBe(400);
    expect(await attempts()).toBe(before);
  });

  it('gives the session to the client that shows the verifier of the challenge', async () => {
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = { code_challenge };
    const codes: (string | null)[] = [];
    for (let each = 0; each < 3; each++) codes.push((await signIn(app, idp, connectionId, 'ada', { query })).get('code'));
    const [right = null, without = null, wrong = null] = codes;
    expect((await exchange(app, without)).status).toBe(401);
    expect((await exchange(app, wrong, randomBytes(32).toString('base64url'))).status).toBe(401);
    // The person who tried had the token, so it is spent for its owner as well.
    expect((await exchange(app, wrong, verifier)).status).toBe(401);
    expect((await exchange(app, right, verifier)).status).toBe(200);
    const plain = (await signIn(app, idp, connectionId, 'ada')).get('code');
    expect((await exchange(app, plain, verifier)).status).toBe(401);
  });

  it('expires: a code in a minute, a login in ten', async () => {
    const code = (await signIn(app, idp, connectionId, 'ada')).get('code');
    const browser = new Browser();
    const callback = await toCallback(app, idp, connectionId, 'ada', { browser });
    app.clock.advance({ seconds: 61 });
    expect((await exchange(app, code)).status).toBe(401);
    app.clock.advance({ minutes: 10 });
    expect((await follow(app, callback, browser)).answer.body.code).toBe('ATTEMPT_ENDED');
    expect((await exchange(app, 'no code')).status).toBe(401);
  });
});
