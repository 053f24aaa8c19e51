import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { challengeOf, enrolTotp, logInTo, logInWithTotp, nextTotp, totpAt, trustedClient, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW_PASSWORD = 'a heron stands in shallow water';
const MOST = 2147483647;

describe('step-up', () => {
  let app: TestApp;
  let mia: number;
  beforeAll(async () => {
    app = await startTestApp();
    [{ id: mia }] = await app.dataSource.query('SELECT id FROM users WHERE username = $1', [DEMO_TOTP.user]);
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await app.dataSource.query('DELETE FROM mfa_recovery_codes');
    await app.dataSource.query('DELETE FROM mfa_factors WHERE user_id <> $1 OR confirmed_at IS NULL', [mia]);
    // Past every step that a code of the test before may have used up.
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  type Send = (token: string | undefined) => Promise<Answer>;

  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const stepUp = (token: string | undefined, body: unknown) => app.http.post('/api/auth/mfa/step-up', body, { token });
  const withCode = (token: string, code = nextTotp(app.clock)) => stepUp(token, { method: 'totp', code });
  const me = (token: string) => app.http.get('/api/v1/me', { token });
  const refresh = (token: string) => app.http.post('/api/auth/refresh', { refresh_token: token });
  const changePassword = (token: string | undefined, current: string, next: string) =>
    app.http.post('/api/auth/password', { current_password: current, new_password: next }, { token });

  /** A session of mia whose login skipped the second factor on a trusted device. */
  const onTrustedDevice = async () => {
    const { deviceToken } = await trustedClient(app);
    const { status, body } = await logInTo(app.http, { 'X-Device-Token': deviceToken });
    expect(status).toBe(200);
    return { accessToken: String(body.access_token), refreshToken: String(body.refresh_token) };
  };

  const expectDemand = ({ status, body, headers }: Answer, acr: 'aal1' | 'aal2', methods = acr === 'aal2' ? ['mfa'] : ['password']) => {
    expect([status, body]).toEqual([
      401,
      {
        success: false,
        code: 'STEP_UP_REQUIRED',
        message: expect.any(String),
        step_up: { acr, max_age: 600, methods },
        request_id: headers.get('x-request-id'),
      },
    ]);
    expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_user_authentication", acr_values="${acr}", max_age=600`);
    expect(headers.get('cache-control')).toBe('no-store');
  };

  const post =
    (path: string, body?: unknown): Send =>
    (token) =>
      app.http.post(path, body, { token });
  /** Each with the status that follows when the demand is met; a 400 or 404 there is the answer of the route itself. */
  const demanding: readonly (readonly [string, number, Send])[] = [
    ['changing the password', 200, (token) => changePassword(token, DEMO_PASSWORD, NEW_PASSWORD)],
    ['enrolling an authenticator app', 201, post('/api/v1/mfa/totp', {})],
    ['confirming one', 404, post(`/api/v1/mfa/totp/${MOST}/confirm`, { code: '123456' })],
    ['options for a passkey', 200, post('/api/v1/mfa/webauthn/options')],
    ['registering a passkey', 400, post('/api/v1/mfa/webauthn', { name: 'Key', attestation: {} })],
    ['removing a factor', 404, (token) => app.http.delete(`/api/v1/mfa/factors/${MOST}`, { token })],
    ['making new recovery codes', 200, post('/api/v1/mfa/recovery-codes')],
  ];
  const restorePassword = async (token: string) => {
    const { status } = await changePassword(token, NEW_PASSWORD, DEMO_PASSWORD);
    expect(status).toBe(200);
  };

  describe.each(demanding)('%s [statement 27]', (what, passed, send) => {
    const restore = async (token: string) => {
      if (what === 'changing the password') await restorePassword(token);
    };

    it('is refused where the login skipped MFA on a trusted device, until MFA is proved [statement 30]', async () => {
      const { accessToken } = await onTrustedDevice();
      expectDemand(await send(accessToken), 'aal2');
      expect((await me(accessToken)).status).toBe(200);
      const { body } = await withCode(accessToken);
      expect((await send(body.access_token)).status).toBe(passed);
      await restore(body.access_token);
    });

    it('is refused when MFA was proved ten minutes ago, and passes just before', async () => {
      const { accessToken } = await logInWithTotp(app);
      app.clock.advance({ minutes: 9, seconds: 59 });
      expect((await send(accessToken)).status).toBe(passed);
      await restore(accessToken);
      app.clock.advance({ seconds: 2 });
      expectDemand(await send(accessToken), 'aal2');
    });

    it('is refused with UNAUTHORIZED to a stranger', async () => {
      const answer = await send(undefined);
      expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    });
  });

  it('is asked for before the request is looked at', async () => {
    const { accessToken } = await onTrustedDevice();
    const absurd: readonly Send[] = [
      post('/api/auth/password', { nonsense: true }),
      post('/api/v1/mfa/totp', { name: 7 }),
      post('/api/v1/mfa/totp/abc/confirm', {}),
      post('/api/v1/mfa/webauthn', []),
      (token) => app.http.delete('/api/v1/mfa/factors/abc', { token }),
    ];
    for (const send of absurd) expectDemand(await send(accessToken), 'aal2');
    const { body } = await withCode(accessToken);
    for (const send of absurd) expect(outcome(await send(body.access_token))).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('is not required when nothing is at stake', async () => {
    const { accessToken } = await onTrustedDevice();
    for (const path of ['/api/v1/me', '/api/v1/mfa/factors', '/api/v1/sessions', '/api/v1/devices', '/api/rivers'])
      expect((await app.http.get(path, { token: accessToken })).status).toBe(200);
  });

  it('is asked for again after a refresh: a new access token proves nothing', async () => {
    const { accessToken, refreshToken } = await logInWithTotp(app);
    app.clock.advance({ minutes: 11 });
    const refreshed = await refresh(refreshToken);
    for (const token of [accessToken, refreshed.body.access_token])
      expectDemand(await app.http.post('/api/v1/mfa/totp', {}, { token }), 'aal2');
  });

  describe('someone without a second factor', () => {
    const always: readonly (readonly [string, Send])[] = [
      ['enrolling an authenticator app', post('/api/v1/mfa/totp', {})],
      ['confirming one', post(`/api/v1/mfa/totp/${MOST}/confirm`, { code: '123456' })],
      ['options for a passkey', post('/api/v1/mfa/webauthn/options')],
      ['registering a passkey', post('/api/v1/mfa/webauthn', { name: 'Key', attestation: {} })],
    ];

    it.each(always)('has ten minutes after the login for %s', async (_what, send) => {
      const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
      app.clock.advance({ minutes: 9, seconds: 59 });
      expect((await send(accessToken)).status).not.toBe(401);
      app.clock.advance({ seconds: 2 });
      expectDemand(await send(accessToken), 'aal1');
      expectDemand(await send((await refresh(refreshToken)).body.access_token), 'aal1');
      expect((await send((await logIn(app.http, 'olivia')).accessToken)).status).not.toBe(401);
    });

    it('may change the password at any time', async () => {
      const { accessToken } = await logIn(app.http, 'adam');
      app.clock.advance({ minutes: 50 });
      expect((await changePassword(accessToken, DEMO_PASSWORD, NEW_PASSWORD)).status).toBe(200);
      await restorePassword(accessToken);
    });

    it('cannot step up', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expect(outcome(await withCode(accessToken))).toEqual([401, 'UNAUTHORIZED']);
      expect(outcome(await stepUp(accessToken, { method: 'recovery_code', code: '0'.repeat(24) }))).toEqual([401, 'UNAUTHORIZED']);
      const options = await app.http.post('/api/auth/mfa/step-up/webauthn/options', undefined, { token: accessToken });
      expect(outcome(options)).toEqual([409, 'CONFLICT']);
    });

    it('has to prove the first factor as soon as it is enrolled, in the session that enrolled it too', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { secret } = await enrolTotp(app, accessToken);
      expectDemand(await app.http.post('/api/v1/mfa/totp', {}, { token: accessToken }), 'aal2');
      const { body } = await withCode(accessToken, nextTotp(app.clock, secret));
      expect((await app.http.post('/api/v1/mfa/totp', {}, { token: body.access_token })).status).toBe(201);
    });
  });

  describe('POST /api/auth/mfa/step-up', () => {
    it('answers an access token of raised assurance under a new session id [statement 39]', async () => {
      const { accessToken } = await onTrustedDevice();
      const before = claimsOf(accessToken);
      expect([before.acr, before.amr]).toEqual(['aal1', ['pwd', 'trusted_device']]);
      const { status, body, headers } = await withCode(accessToken);
      expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 }]);
      expect(headers.get('cache-control')).toBe('no-store');
      const after = claimsOf(body.access_token);
      const now = app.clock.now().getTime() / 1000;
      expect(after).toMatchObject({
        sub: before.sub,
        acr: 'aal2',
        amr: ['pwd', 'trusted_device', 'otp'],
        auth_time: now,
        iat: now,
        exp: now + 3600,
      });
      expect(after.sid).not.toBe(before.sid);
      const { session } = (await me(body.access_token)).body.data;
      expect(session).toMatchObject({ amr: ['pwd', 'trusted_device', 'otp'], acr: 'aal2' });
    });

    it('names a method once however often it is proved', async () => {
      const { accessToken } = await logInWithTotp(app);
      const first = await withCode(accessToken);
      const second = await withCode(first.body.access_token);
      expect(claimsOf(second.body.access_token).amr).toEqual(['pwd', 'otp']);
    });

    it('ends the access token from before at once and keeps the refresh token, which yields the raised assurance', async () => {
      const { accessToken, refreshToken } = await onTrustedDevice();
      const { body } = await withCode(accessToken);
      const steppedUpAt = app.clock.now().getTime() / 1000;
      expect(outcome(await me(accessToken))).toEqual([401, 'UNAUTHORIZED']);
      expect((await me(body.access_token)).status).toBe(200);
      app.clock.advance({ minutes: 1 });
      const refreshed = await refresh(refreshToken);
      expect(refreshed.status).toBe(200);
      const { sid } = claimsOf(body.access_token);
      expect(claimsOf(refreshed.body.access_token)).toMatchObject({
        sid,
        acr: 'aal2',
        amr: ['pwd', 'trusted_device', 'otp'],
        auth_time: steppedUpAt,
      });
      expect((await app.http.post('/api/v1/mfa/totp', {}, { token: refreshed.body.access_token })).status).toBe(201);
    });

    it('goes on with the same session: listed once, as the current one, and ended by logging out', async () => {
      const { accessToken, refreshToken } = await onTrustedDevice();
      const list = async (token: string) => (await app.http.get('/api/v1/sessions?limit=100', { token })).body.data.sessions;
      const before = await list(accessToken);
      const { body } = await withCode(accessToken);
      const after = await list(body.access_token);
      expect(after).toHaveLength(before.length);
      const current = after.filter((session: { is_current: boolean }) => session.is_current);
      expect(current.map(({ id }: { id: number }) => String(id))).toEqual([String(claimsOf(body.access_token).sid)]);
      const loggedOut = await app.http.post('/api/auth/logout', undefined, { token: body.access_token });
      expect(loggedOut.status).toBe(204);
      expect((await refresh(refreshToken)).status).toBe(401);
    });

    it('leaves other sessions of the same user as they are', async () => {
      const [one, other] = [await onTrustedDevice(), await onTrustedDevice()];
      expect((await withCode(one.accessToken)).status).toBe(200);
      expect((await me(other.accessToken)).status).toBe(200);
      expectDemand(await app.http.post('/api/v1/mfa/totp', {}, { token: other.accessToken }), 'aal2');
    });

    it('refuses a code of someone else’s factor [statement 23]', async () => {
      const olivia = await logIn(app.http, 'olivia');
      const { secret } = await enrolTotp(app, olivia.accessToken);
      const { accessToken } = await onTrustedDevice();
      expect(outcome(await withCode(accessToken, nextTotp(app.clock, secret)))).toEqual([401, 'UNAUTHORIZED']);
    });

    it('takes a recovery code, once', async () => {
      const olivia = await logIn(app.http, 'olivia');
      const { recoveryCodes } = await enrolTotp(app, olivia.accessToken);
      const proof = { method: 'recovery_code', code: recoveryCodes?.[0] };
      const { status, body } = await stepUp(olivia.accessToken, proof);
      expect(status).toBe(200);
      expect(claimsOf(body.access_token)).toMatchObject({ amr: ['pwd', 'rc'], acr: 'aal2' });
      expect((await app.http.post('/api/v1/mfa/totp', {}, { token: body.access_token })).status).toBe(201);
      expect(outcome(await stepUp(body.access_token, proof))).toEqual([401, 'UNAUTHORIZED']);
    });

    it.each([
      [{}],
      [[]],
      [{ method: 'totp' }],
      [{ method: 'sms', code: '123456' }],
      [{ method: ['totp'], code: '123456' }],
      [{ method: 'totp', code: 123456 }],
      [{ method: 'totp', code: null }],
      [{ method: 'totp', code: '1'.repeat(65) }],
      [{ method: 'totp', code: '123456', mfa_token: 'x' }],
      [{ method: 'webauthn' }],
      [{ method: 'webauthn', assertion: 'text' }],
      [{ method: 'webauthn', assertion: [] }],
      [{ method: 'totp', code: '123456', assertion: 'text' }],
    ])('refuses the body %j with 400, and with 401 without an access token', async (body) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expect(outcome(await stepUp(accessToken, body))).toEqual([400, 'VALIDATION_FAILED']);
      expect(outcome(await stepUp(undefined, body))).toEqual([401, 'UNAUTHORIZED']);
    });

    it('is not blocked for the owner by guesses of other people at logins [statement 22]', async () => {
      const { accessToken } = await onTrustedDevice();
      for (let challenge = 0; challenge < 4; challenge += 1) {
        const mfaToken = await challengeOf(app.http);
        for (let attempt = 0; attempt < 4; attempt += 1) await verify(app.http, mfaToken, '000000');
      }
      expect((await withCode(accessToken, totpAt(app.clock, { steps: 1 }))).status).toBe(200);
    });

    it('leaves a row in the audit trail, of a success and of a refusal', async () => {
      const { accessToken } = await onTrustedDevice();
      await withCode(accessToken, '000000');
      const { body } = await withCode(accessToken);
      const rows = await app.dataSource.query(
        `SELECT outcome, actor_user_id AS actor, target_id AS target FROM audit_events
          WHERE action = 'session.stepped_up' AND target_type = 'session' ORDER BY id DESC LIMIT 2`,
      );
      const [before, after] = [accessToken, body.access_token].map((token) => String(claimsOf(token).sid));
      expect(rows).toEqual([
        { outcome: 'success', actor: mia, target: after },
        { outcome: 'refused', actor: mia, target: before },
      ]);
    });
  });

  describe('POST /api/auth/step-up/password', () => {
    const withPassword = (token: string | undefined, password: unknown = DEMO_PASSWORD) =>
      app.http.post('/api/auth/step-up/password', { password }, { token });
    const enrol = post('/api/v1/mfa/totp', {});

    it('renews the session of a user without a second factor, under a new id and no higher than a password', async () => {
      const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
      app.clock.advance({ minutes: 11 });
      expectDemand(await enrol(accessToken), 'aal1', ['password']);
      const { status, body, headers } = await withPassword(accessToken);
      expect([status, body]).toEqual([200, { access_token: expect.any(String), token_type: 'bearer', expires_in: 3600 }]);
      expect(headers.get('cache-control')).toBe('no-store');
      const [before, after] = [claimsOf(accessToken), claimsOf(body.access_token)];
      const now = app.clock.now().getTime() / 1000;
      expect(after).toMatchObject({ sub: before.sub, acr: 'aal1', amr: ['pwd'], auth_time: now });
      expect(after.sid).not.toBe(before.sid);
      expect(outcome(await me(accessToken))).toEqual([401, 'UNAUTHORIZED']);
      expect((await refresh(refreshToken)).status).toBe(200);
      expect((await enrol(body.access_token)).status).toBe(201);
    });

    it('leaves a row in the audit trail, of a success and of a refusal', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      await withPassword(accessToken, 'wrong');
      await withPassword(accessToken);
      const rows = await app.dataSource.query(
        `SELECT outcome FROM audit_events WHERE action = 'session.stepped_up' AND target_type = 'session' ORDER BY id DESC LIMIT 2`,
      );
      expect(rows).toEqual([{ outcome: 'success' }, { outcome: 'refused' }]);
    });
  });
});
