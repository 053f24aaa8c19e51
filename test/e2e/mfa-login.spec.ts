import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import { challengeOf, logInTo, logInWithTotp, nextTotp, totpAt, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

describe('a login with a second factor', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    // Past every step that a code of the test before may have used up.
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

  it('answers the password with MFA_REQUIRED and a challenge, never with 200', async () => {
    const { status, body, headers } = await logInTo(app.http);
    expect([status, body]).toEqual([
      401,
      {
        success: false,
        code: 'MFA_REQUIRED',
        message: expect.any(String),
        mfa: { token: expect.stringMatching(TOKEN), methods: ['totp'], expires_in: 300 },
        request_id: headers.get('x-request-id'),
      },
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('reveals nothing of a second factor after a wrong password', async () => {
    const answer = await app.http.post('/api/auth/login', { username: 'mia', password: `${DEMO_PASSWORD}-not` });
    expect([answer.status, answer.body.code, answer.body.mfa]).toEqual([401, 'UNAUTHORIZED', undefined]);
  });

  it('answers the right code with the token pair, an honest token and an activation on offer', async () => {
    const mfaToken = await challengeOf(app.http);
    const { status, body, headers } = await verify(app.http, mfaToken, nextTotp(app.clock), {
      'User-Agent': 'curl/8.5.0',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(TOKEN),
      token_type: 'bearer',
      expires_in: 3600,
      user: { id: expect.any(String), username: 'mia', email: 'mia@delta.example', role: 'editor' },
      device_activation: { activation_token: expect.stringMatching(TOKEN), device_name: 'curl 8', expires_in: 300 },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(claimsOf(body.access_token)).toMatchObject({
      amr: ['pwd', 'otp'],
      acr: 'aal2',
      auth_time: app.clock.now().getTime() / 1000,
    });
    const me = await app.http.get('/api/v1/me', { token: body.access_token });
    expect(me.body.data.mfa).toEqual({ enrolled: true, methods: ['totp'] });
    expect(me.body.data.session).toMatchObject({ amr: ['pwd', 'otp'], acr: 'aal2' });
  });

  it('tells users without a factor that they have none', async () => {
    const { accessToken } = await logIn(app.http, 'olivia');
    const me = await app.http.get('/api/v1/me', { token: accessToken });
    expect(me.body.data.mfa).toEqual({ enrolled: false, methods: [] });
  });

  it.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('answers a code %i steps away with %i [statement 21]', async (steps, status) => {
    app.clock.advance({ minutes: 5 });
    const mfaToken = await challengeOf(app.http);
    expect((await verify(app.http, mfaToken, totpAt(app.clock, { steps }))).status).toBe(status);
  });

  it('refuses a malformed device token as it refuses a wrong one, also where the login carried none', async () => {
    const begins: Record<string, string>[] = [{}, { 'X-Device-Token': `${'m'.repeat(42)}A` }];
    for (const begun of begins) {
      const mfaToken = await challengeOf(app.http, begun);
      const code = nextTotp(app.clock);
      for (const malformed of ['x', `${'m'.repeat(42)}B`, `${'m'.repeat(42)}A, ${'m'.repeat(42)}A`])
        for (const [name, value] of [
          ['X-Device-Token', malformed],
          ['Cookie', `headgate_device=${malformed}`],
        ] as const) {
          const fresh = await challengeOf(app.http, begun);
          const answer = await verify(app.http, fresh, code, { [name]: value });
          expect([malformed, answer.status, answer.body.code]).toEqual([malformed, 401, 'UNAUTHORIZED']);
        }
      expect((await verify(app.http, mfaToken, code, begun)).status).toBe(200);
    }
  });

  it('is bound to the user: a code of someone else’s factor opens nothing [statement 23]', async () => {
    const mfaToken = await challengeOf(app.http);
    const foreign = totpAt(app.clock, { secret: 'NB2W45DFOIZA2YTPNZXXG5DBNRSXGZLD' });
    expect((await verify(app.http, mfaToken, foreign)).status).toBe(401);
  });

  it('gives the challenge token no other power [statement 24]', async () => {
    const mfaToken = await challengeOf(app.http);
    for (const path of ['/api/v1/me', '/api/v1/sessions', '/api/v1/devices', '/api/v1/mfa/factors', '/api/rivers'])
      expect((await app.http.get(path, { token: mfaToken })).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: mfaToken })).status).toBe(401);
    expect((await app.http.post('/api/v1/devices/activate', { activation_token: mfaToken })).status).toBe(401);
  });

  it('stores the seed sealed and shows it nowhere [statement 26]', async () => {
    const { accessToken } = await logInWithTotp(app);
    const rows = await app.dataSource.query('SELECT * FROM mfa_factors');
    expect(JSON.stringify(rows)).not.toContain(DEMO_TOTP.secret);
    const seed = Buffer.from(DEMO_TOTP.secret).toString('base64');
    expect(JSON.stringify(rows)).not.toContain(seed.slice(0, 20));
    const listed = await app.http.get('/api/v1/mfa/factors', { token: accessToken });
    expect(listed.text).not.toContain(DEMO_TOTP.secret);
  });

  it.each([
    [{}],
    [{ mfa_token: 'x' }],
    [{ mfa_token: 'x', method: 'sms', code: '1' }],
    [{ mfa_token: 'x', method: 'totp' }],
    [{ mfa_token: 'x', method: 'totp', code: 123456 }],
    [{ mfa_token: 'x', method: 'webauthn' }],
    [{ mfa_token: 'x', method: 'webauthn', assertion: 'text' }],
    [{ mfa_token: 'x', method: 'totp', code: '123456', extra: true }],
    [{ mfa_token: ['x'], method: 'totp', code: '123456' }],
  ])('refuses the body %j with 400', async (body) => {
    const answer = await app.http.post('/api/auth/mfa/verify', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it.each(['', '12345', '1234567', '１２３４５６', 'abcdef', '12 34 5', '\u0000', '-12345', '1e5000'])(
    'refuses the code %j with 401',
    async (code) => {
      expect((await verify(app.http, await challengeOf(app.http), code)).status).toBe(401);
    },
  );

  it('takes a code with the space that apps show in its middle', async () => {
    const code = nextTotp(app.clock);
    expect((await verify(app.http, await challengeOf(app.http), `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });
});
