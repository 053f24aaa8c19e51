import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { HashQueue } from '../../src/accounts/adapters/passwords/hash-queue.js';
import { PurgeMailedTokens } from '../../src/accounts/application/purge-mailed-tokens.js';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { Mailbox, linkIn, tokenIn } from '../support/mailbox.js';
import { challengeOf, nextTotp, trustedClient, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a heron stands in shallow water';
const REQUESTED = { message: 'If an account has this address, we have sent it a mail with a link.' };
const RESET = { message: 'Password set. You were signed out everywhere; log in with the new one.' };
const INVALID = [400, 'INVALID_RESET_TOKEN'];

describe('the password reset', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: { ...mailbox.environment, TRUST_PROXY: 'loopback' } });
    await app.dataSource.query('CREATE TABLE users_before AS SELECT * FROM users');
  });
  beforeEach(async () => {
    await mailbox.arrived(app);
    await app.dataSource.query(
      `UPDATE users u SET username = b.username, email_key = b.email_key, email_verified_at = b.email_verified_at,
              password_hash = b.password_hash, status = b.status
         FROM users_before b WHERE b.id = u.id`,
    );
    for (const table of ['mailed_tokens', 'attempt_throttles']) await app.dataSource.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const request = (email: unknown, headers: Record<string, string> = {}) =>
    app.http.post('/api/auth/password-reset/request', { email }, { headers });
  const reset = (token: unknown, new_password: unknown = NEW, headers: Record<string, string> = {}) =>
    app.http.post('/api/auth/password-reset', { token, new_password }, { headers });
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const login = async (username: string, password: string) => (await app.http.post('/api/auth/login', { username, password })).status;
  const me = async (token: string) => (await app.http.get('/api/v1/me', { token })).status;
  const mailedToken = async (email = 'olivia@delta.example'): Promise<string> => {
    expect((await request(email)).status).toBe(202);
    return tokenIn((await mailbox.arrived(app)).at(-1));
  };
  const hashedDuring = async (work: () => Promise<unknown>): Promise<number> => {
    const run = jest.spyOn(app.app.get(HashQueue), 'run');
    await work();
    const times = run.mock.calls.length;
    run.mockRestore();
    return times;
  };

  it('tells by a link whose password it sets, and that it is dead, before one is typed', async () => {
    const open = (token: string) => app.http.post('/api/auth/password-reset/open', { token });
    const older = await mailedToken();
    expect((await open(older)).body.data).toEqual({ username: 'olivia' });
    const newest = await mailedToken();
    expect(outcome(await open(older))).toEqual(INVALID);
    for (let times = 0; times < 3; times += 1) expect((await open(newest)).status).toBe(200);
    expect((await reset(newest)).status).toBe(200);
    const dead = await open(newest);
    expect([outcome(dead), dead.body.message]).toEqual([INVALID, expect.stringContaining('Open the link in the newest mail')]);
  });

  it('goes in three steps, ends every session, takes only the new password and is mailed [statements 52, 55]', async () => {
    const [one, other] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'olivia')];
    const asked = await request('olivia@delta.example');
    expect([asked.status, asked.body, asked.headers.get('cache-control')]).toEqual([202, REQUESTED, 'no-store']);
    const [mail, ...rest] = await mailbox.arrived(app);
    expect([mail?.to?.[0]?.address, mail?.subject, rest]).toEqual(['olivia@delta.example', 'Reset your Headgate password', []]);
    expect(linkIn(mail)).toMatch(/^http:\/\/headgate\.test\/password-reset#token=[\w-]{43}$/);
    expect(await me(one.accessToken)).toBe(200);

    const done = await reset(tokenIn(mail));
    expect([done.status, done.body, done.headers.get('cache-control')]).toEqual([200, RESET, 'no-store']);
    for (const { accessToken, refreshToken } of [one, other]) {
      expect(await me(accessToken)).toBe(401);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
    }
    expect(await login('olivia', DEMO_PASSWORD)).toBe(401);
    expect(await login('olivia', NEW)).toBe(200);
    const mails = await mailbox.arrived(app);
    expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
      ['olivia@delta.example', 'Your Headgate password was reset'],
    ]);
    expect(mails[0]?.text).not.toContain('http');
  });

  describe('does not reveal who has an account', () => {
    const addresses = async (): Promise<string[]> => {
      await app.app.get(SetAccountStatus).execute({ login: 'vera', status: 'disabled', actorUserId: null });
      await app.dataSource.query(`UPDATE users SET password_hash = NULL WHERE username = 'adam'`);
      return ['olivia@delta.example', 'nobody@delta.example', 'vera@delta.example', 'adam@delta.example'];
    };

    it('by its answer: one for a known, an unknown, a disabled and a password-less account; only the first gets mail [statement 13]', async () => {
      for (const address of await addresses()) {
        const { status, body, headers } = await request(address);
        expect([status, body, headers.get('retry-after')]).toEqual([202, REQUESTED, null]);
      }
      const mails = await mailbox.arrived(app);
      expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['olivia@delta.example']);
      const [{ tokens }] = await app.dataSource.query('SELECT count(*)::int AS tokens FROM mailed_tokens');
      expect(tokens).toBe(1);
    });

    it('by its work: the same statements in the same order, and no hashing [statement 13]', async () => {
      const [known = '', ...others] = await addresses();
      // The first request of a process also prepares its connection.
      await request('warm-up@delta.example');
      const workFor = async (address: string): Promise<unknown[]> => {
        const query = jest.spyOn(Client.prototype, 'query');
        expect(await hashedDuring(() => request(address))).toBe(0);
        const texts = query.mock.calls.map(([sent]: unknown[]) => (typeof sent === 'string' ? sent : (sent as { text: string }).text));
        query.mockRestore();
        return texts;
      };
      const expected = await workFor(known);
      expect(expected.length).toBeGreaterThan(5);
      expect(expected.join()).toContain('audit_events');
      for (const address of others) expect([address, await workFor(address)]).toEqual([address, expected]);
    });
  });

  it('takes the host of the link from the configuration, whatever the request says [statement 53]', async () => {
    const forged = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example;proto=https',
      Origin: 'http://headgate.test',
    };
    const status = await new Promise((resolve, fail) => {
      const body = JSON.stringify({ email: 'olivia@delta.example' });
      const headers = { ...forged, 'Content-Type': 'application/json', 'Content-Length': body.length };
      const sent = httpRequest(`${app.url}/api/auth/password-reset/request`, { method: 'POST', headers }, (response) => {
        json(response).then(() => resolve(response.statusCode), fail);
      });
      sent.on('error', fail).end(body);
    });
    expect(status).toBe(202);
    const [mail] = await mailbox.arrived(app);
    expect(new URL(linkIn(mail)).origin).toBe('http://headgate.test');
    expect(mailbox.raw.at(-1)).not.toContain('evil.example');
  });

  describe('refuses, without hashing and without a change, a token that', () => {
    const nobodys = Buffer.alloc(32, 9).toString('base64url');

    it.each<readonly [string, () => Promise<unknown>]>([
      ['was never sent', async () => nobodys],
      ['is no token', async () => 'not-a-token'],
      ['is empty', async () => ''],
      ['was used [statement 52]', async () => used()],
      ['is 30 minutes old [statement 52]', async () => after(() => app.clock.advance({ minutes: 30 }))],
      ['was followed by a newer one [statement 52]', async () => after(() => mailedToken())],
      ['was followed by a password change', async () => after(changePassword)],
      ['went to an address that has changed', async () => after(() => set(`email_key = 'o@elsewhere.example'`))],
      ['belongs to a disabled account', async () => after(() => setStatus('disabled'))],
      ['was mailed before the account was disabled and enabled again', async () => after(disableAndEnable)],
      ['was refreshed with', async () => (await logIn(app.http, 'olivia')).refreshToken],
      ['was stored, not sent [statement 38]', async () => stored()],
    ])('%s', async (_, prepare) => {
      const token = await prepare();
      const state = () => app.dataSource.query('SELECT id, password_hash, trust_epoch FROM users ORDER BY id');
      const before = await state();
      const hashed = await hashedDuring(async () => expect(outcome(await reset(token))).toEqual(INVALID));
      expect([hashed, await state()]).toEqual([0, before]);
    });

    async function after(change: () => unknown): Promise<string> {
      const token = await mailedToken();
      await change();
      return token;
    }
    async function used(): Promise<string> {
      const token = await mailedToken();
      expect((await reset(token, 'a quiet estuary at low tide')).status).toBe(200);
      return token;
    }
    async function stored(): Promise<string> {
      await mailedToken();
      const [{ token_hash: hash }] = await app.dataSource.query('SELECT token_hash FROM mailed_tokens');
      return hash.toString('base64url');
    }
    async function changePassword(): Promise<void> {
      const { accessToken: token } = await logIn(app.http, 'olivia');
      const body = { current_password: DEMO_PASSWORD, new_password: 'a quiet estuary at low tide' };
      expect((await app.http.post('/api/auth/password', body, { token })).status).toBe(200);
    }
    const set = (change: string) => app.dataSource.query(`UPDATE users SET ${change} WHERE username = 'olivia'`);
    const setStatus = (status: 'active' | 'disabled') =>
      app.app.get(SetAccountStatus).execute({ login: 'olivia', status, actorUserId: null });
    async function disableAndEnable(): Promise<void> {
      await setStatus('disabled');
      await setStatus('active');
    }
  });

  it('holds the new password to the policy, and a refused one leaves the token good [statement 1]', async () => {
    const token = await mailedToken();
    for (const weak of ['fourteen chars', 'olivia1234567890', 'Delta Analytics 2026', 'passwordpassword', 'a'.repeat(257)]) {
      const { status, body } = await reset(token, weak);
      expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', 'new_password']);
    }
    expect((await reset(token)).status).toBe(200);
  });

  describe('ends device trust', () => {
    it('with a password reset [statement 35]', async () => {
      const { accessToken, deviceToken } = await trustedClient(app);
      const token = await mailedToken('mia@delta.example');
      expect((await reset(token)).status).toBe(200);
      const credentials = { username: 'mia', password: NEW };
      const headers = { 'X-Device-Token': deviceToken };
      expect(outcome(await app.http.post('/api/auth/login', credentials, { headers }))).toEqual([401, 'MFA_REQUIRED']);
      expect(await me(accessToken)).toBe(401);
    });
  });

  it('is no way around the second factor: it ends a login in flight, and the next one still asks for it [statement 29]', async () => {
    const inFlight = await challengeOf(app.http, {}, 'mia');
    const { status, body } = await reset(await mailedToken('mia@delta.example'));
    expect([status, body]).toEqual([200, RESET]);
    expect((await verify(app.http, inFlight, nextTotp(app.clock))).status).toBe(401);
    const login = await app.http.post('/api/auth/login', { username: 'mia', password: NEW });
    expect(outcome(login)).toEqual([401, 'MFA_REQUIRED']);
    expect((await verify(app.http, login.body.mfa.token, nextTotp(app.clock))).status).toBe(200);
  });

  describe('that breaks off in the middle', () => {
    it.each([
      ['by an error of the last statement', `RAISE EXCEPTION 'crash'`, 500],
      ['by the death of the connection', 'PERFORM pg_terminate_backend(pg_backend_pid())', 503],
    ])('%s leaves the old state whole: password, sessions, token, no mail [statement 71]', async (_, crash, expected) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const token = await mailedToken();
      await app.dataSource.query(`
        CREATE OR REPLACE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${crash}; RETURN NULL; END $$`);
      // Deferred: it goes off in the commit, after everything else.
      await app.dataSource.query(`
        CREATE CONSTRAINT TRIGGER crash AFTER UPDATE ON users DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION crash()`);
      expect((await reset(token)).status).toBe(expected);
      await app.dataSource.query('DROP TRIGGER crash ON users');
      expect(await me(accessToken)).toBe(200);
      expect(await login('olivia', DEMO_PASSWORD)).toBe(200);
      expect(await login('olivia', NEW)).toBe(401);
      expect(await mailbox.arrived(app)).toEqual([]);
      expect((await reset(token)).status).toBe(200);
      expect(await login('olivia', NEW)).toBe(200);
    });
  });

  it('puts no address and no secret into the queue, the log or the trail [statements 38, 69]', async () => {
    const token = await mailedToken();
    await request('nobody-planted@delta.example');
    const [{ jobs }] = await app.dataSource.query('SELECT json_agg(j)::text AS jobs FROM graphile_worker._private_jobs j');
    expect(jobs).toContain('request_id');
    await reset(token);
    const [{ trail }] = await app.dataSource.query('SELECT json_agg(a)::text AS trail FROM audit_events a');
    for (const text of [jobs, trail, app.log.join('')]) {
      for (const secret of [token, 'planted', NEW]) expect(text).not.toContain(secret);
    }
  });

  it('leaves a row for each step, and counts the refusals of strangers [statement 68]', async () => {
    const [{ last }] = await app.dataSource.query('SELECT max(id) AS last FROM audit_events');
    const token = await mailedToken();
    await request('nobody@delta.example');
    await reset(token, 'short');
    await reset(token);
    await reset(token);
    const events = await app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor, target_id AS target, detail->>'reason' AS reason
         FROM audit_events WHERE (action LIKE '%password_reset%' OR action = 'session.all_ended') AND id > $1
          AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [last],
    );
    const [{ id }] = await app.dataSource.query(`SELECT id FROM users WHERE username = 'olivia'`);
    const target = String(id);
    expect(events).toEqual([
      { action: 'user.password_reset_requested', outcome: 'success', actor: null, target, reason: null },
      { action: 'user.password_reset', outcome: 'refused', actor: id, target, reason: 'WeakPassword' },
      { action: 'session.all_ended', outcome: 'success', actor: id, target, reason: 'password_reset' },
      { action: 'user.password_reset', outcome: 'success', actor: id, target, reason: null },
    ]);
    const counted = await app.dataSource.query('SELECT DISTINCT action, reason FROM refusal_counts');
    expect(counted).toEqual(
      expect.arrayContaining([
        { action: 'user.password_reset_requested', reason: 'unknown_address' },
        { action: 'user.password_reset', reason: 'invalid_token' },
      ]),
    );
  });

  it('lets no name into a header, and answers no address with a line break in it [statement 54]', async () => {
    await app.dataSource.query(`UPDATE users SET username = E'olivia\r\nBcc: thief@evil.example\r\n\r\nPlanted' WHERE username = 'olivia'`);
    await request('olivia@delta.example');
    const [mail, ...rest] = await mailbox.arrived(app);
    expect(rest).toEqual([]);
    expect(mail?.subject).toBe('Reset your Headgate password');
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    for (const address of [
      'olivia@delta.example\r\nBcc: thief@evil.example',
      'olivia@delta.example,thief@evil.example',
      'olivia@delta.example thief@evil.example',
      'olivia',
      '',
    ])
      expect([address, outcome(await request(address))]).toEqual([address, [400, 'VALIDATION_FAILED']]);
    expect(await mailbox.arrived(app)).toEqual([]);
  });

  it('refuses a body that lacks a field, has one of another type or one too many [statement 62]', async () => {
    const bodies: readonly (readonly [string, unknown])[] = [
      ['/request', {}],
      ['/request', { email: ['olivia@delta.example'] }],
      ['/request', { email: 'olivia@delta.example', user_id: 1 }],
      ['/request', { email: 'olivia@delta.example', base_url: 'http://evil.example' }],
      ['', { token: 'A'.repeat(43) }],
      ['', { new_password: NEW }],
      ['', { token: ['A'.repeat(43)], new_password: NEW }],
      ['', { token: 'A'.repeat(43), new_password: NEW, is_system_admin: true }],
      ['', { token: 'A'.repeat(43), new_password: NEW, user_id: 1 }],
      ['', []],
    ];
    for (const [path, body] of bodies) {
      const answer = await app.http.post(`/api/auth/password-reset${path}`, body);
      expect([path, body, ...outcome(answer)]).toEqual([path, body, 400, 'VALIDATION_FAILED']);
    }
  });

  it('leaves nothing behind a week after a token ran out', async () => {
    await mailedToken();
    const left = async () => (await app.dataSource.query('SELECT 1 FROM mailed_tokens')).length;
    const purge = () => app.app.get(PurgeMailedTokens, { strict: false }).execute();
    app.clock.advance({ days: 7 });
    await purge();
    expect(await left()).toBe(1);
    app.clock.advance({ minutes: 31 });
    await purge();
    expect(await left()).toBe(0);
  });
});
