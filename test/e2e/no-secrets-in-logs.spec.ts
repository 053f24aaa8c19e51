import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allowAgent, refreshAgent } from '../support/agents.js';
import { challengeOf, logInTo, logInWithTotp, nextTotp, totpAt, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const MARKER = 'planted-marker-4711';

describe('the log', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ environment: { LOG_LEVEL: 'trace' } });
  });
  afterAll(() => app.close());

  it('holds no password, token, cookie, query or body of any request, at the most talkative level [statement 69]', async () => {
    const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
    await app.http.post('/api/auth/login', { username: MARKER, password: MARKER });
    await app.http.post('/api/auth/login', `{"password":"${MARKER}"`, {
      headers: { 'Content-Type': 'application/json' },
    });
    await app.http.post('/api/auth/refresh', { refresh_token: MARKER });
    await app.http.post('/api/auth/refresh', { refresh_token: refreshToken });
    await app.http.get(`/api/rivers?access_token=${MARKER}`, {
      token: accessToken,
      headers: { Cookie: `session=${MARKER}`, 'X-Device-Token': MARKER },
    });
    await app.http.get(`/api/v1/me`, { token: MARKER });
    await app.http.get(`/api/v1/invitations/${MARKER}`, { token: accessToken });
    await app.http.post(
      '/api/auth/password',
      { current_password: MARKER, new_password: `${MARKER} and some more` },
      { token: accessToken },
    );
    await app.dataSource.query('ALTER TABLE users RENAME COLUMN email_key TO email_key_gone');
    expect((await app.http.post('/api/auth/login', { username: MARKER, password: MARKER })).status).toBe(500);
    await app.dataSource.query('ALTER TABLE users RENAME COLUMN email_key_gone TO email_key');
    const text = app.log.join('');
    expect(app.log.length).toBeGreaterThan(8);
    expect(text).toContain('"route":"/api/auth/login"');
    for (const secret of [MARKER, accessToken, refreshToken, 'river-delta-headgate']) expect(text).not.toContain(secret);
  });

  it('holds no secret of a second factor and no token of a login or a device, be it right, wrong or part of an accident [statement 69]', async () => {
    const { http, clock } = app;
    const { accessToken } = await logIn(http, 'adam');
    const { body: enrolment } = await http.post('/api/v1/mfa/totp', { name: 'App' }, { token: accessToken });
    const { factor_id: factorId, secret, otpauth_url: url, qr_code: qrCode } = enrolment.data;
    const confirm = `/api/v1/mfa/totp/${factorId}/confirm`;
    const codes = ['482913', nextTotp(clock, secret)];
    const [wrong, confirmed] = [
      await http.post(confirm, { code: codes[0] }, { token: accessToken }),
      await http.post(confirm, { code: codes[1] }, { token: accessToken }),
    ];
    const recoveryCodes: string[] = confirmed.body.data.recovery_codes;
    const stepUp = (code: string | undefined, token: string) => http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token });
    codes.push('593024', nextTotp(clock, secret));
    const [refused, raised] = [await stepUp(codes[2], accessToken), await stepUp(codes[3], accessToken)];
    const replaced = await http.post('/api/v1/mfa/recovery-codes', undefined, { token: raised.body.access_token });
    expect([wrong, confirmed, refused, raised, replaced].map(({ status }) => status)).toEqual([400, 200, 401, 200, 200]);
    recoveryCodes.push(...(replaced.body.data.recovery_codes as string[]));

    const adam = { username: 'adam', secret };
    const tokens = [await challengeOf(http, {}, 'adam'), `${'w'.repeat(42)}A`, 'no-token-at-all-4711'];
    const method = 'recovery_code';
    for (const [mfa_token, code, status] of [
      [tokens[0], recoveryCodes[0], 401],
      [tokens[0], recoveryCodes[10], 200],
      [tokens[1], recoveryCodes[11], 401],
      [tokens[2], recoveryCodes[11], 401],
    ])
      expect((await http.post('/api/auth/mfa/verify', { mfa_token, method, code })).status).toBe(status);

    const browser = { 'Sec-Fetch-Site': 'same-origin' };
    const greeted = await logInTo(http, browser, 'adam');
    const [, cookie = ''] = /headgate_device=([^;]+)/.exec(greeted.headers.get('set-cookie') ?? '') ?? [];
    const [first, second] = [
      await logInWithTotp(app, { ...browser, Cookie: `headgate_device=${cookie}` }, adam),
      await logInWithTotp(app, {}, adam),
    ];
    const activate = (login: typeof first, headers: Record<string, string>, activation_token = login.activationToken) =>
      http.post('/api/v1/devices/activate', { activation_token }, { token: login.accessToken, headers });
    const activated = [
      await activate(first, { ...browser, Cookie: `headgate_device=${cookie}` }),
      await activate(second, {}),
      await activate(second, {}),
      await activate(first, {}, tokens[1]),
    ];
    expect(activated.map(({ status }) => status)).toEqual([200, 200, 400, 400]);
    const deviceToken = activated[1]?.headers.get('x-device-token') ?? '';
    const known = [
      await logInTo(http, { ...browser, Cookie: `headgate_device=${cookie}` }, 'adam'),
      await logInTo(http, { 'X-Device-Token': deviceToken }, 'adam'),
    ];
    expect(known.map(({ status }) => status)).toEqual([200, 200]);
    const [, nextCookie = ''] = /headgate_device=([^;]+)/.exec(known[0]?.headers.get('set-cookie') ?? '') ?? [];
    const nextDeviceToken = known[1]?.headers.get('x-device-token') ?? '';
    clock.advance({ minutes: 1 });
    expect((await logInTo(http, { 'X-Device-Token': deviceToken }, 'adam')).status).toBe(401);

    const open = await logInWithTotp(app, {}, adam);
    tokens.push(await challengeOf(http, {}, 'adam'));
    codes.push(nextTotp(clock, secret), totpAt(clock, { secret, steps: 1 }));
    const broken = await withColumnGone('mfa_factors', 'last_time_step', async () => [
      await verify(http, tokens[3] ?? '', codes[4] ?? '', { 'X-Device-Token': nextDeviceToken }),
      await stepUp(codes[5], open.accessToken),
    ]);
    broken.push(
      ...(await withColumnGone('device_tokens', 'replaced_at', async () => [
        await logInTo(http, { 'X-Device-Token': nextDeviceToken }, 'adam'),
      ])),
      ...(await withColumnGone('device_activations', 'misuses', async () => [await activate(open, {})])),
    );
    expect(broken.map(({ status }) => status)).toEqual([500, 500, 500, 500]);

    const text = app.log.join('');
    for (const route of ['/api/auth/mfa/verify', '/api/auth/mfa/step-up', '/api/v1/devices/activate'])
      expect(text).toContain(`"route":"${route}"`);
    const encoded = Buffer.from(secret as string).toString('base64');
    const secrets = [accessToken, raised.body.access_token, ...tokens, ...recoveryCodes, secret, encoded, url, qrCode, 'otpauth:'];
    secrets.push(cookie, nextCookie, deviceToken, nextDeviceToken);
    for (const login of [first, second, open]) secrets.push(login.activationToken, login.accessToken, login.refreshToken);
    // So that the accidents are known to be in it, each with its cause.
    for (const column of ['last_time_step', 'replaced_at', 'misuses']) expect(text).toContain(column);
    expect(secrets.filter((known) => typeof known !== 'string' || known.length < 6)).toEqual([]);
    expect(secrets.filter((known) => text.includes(known))).toEqual([]);
    // Six digits stand in many a time or request id by chance; a code would stand alone.
    expect(codes.filter((code) => new RegExp(`(?<![\\w.-])${code}(?![\\w-])`).test(text))).toEqual([]);
  });

  it('holds no code, token or secret of an AI client, nor does the trail, be it right, wrong or part of an accident', async () => {
    const { http } = app;
    const guess = 'planted-guess-4712';
    const { accessToken: token } = await logIn(http, 'olivia');
    const consent = () => allowAgent(app, token, { scopes: ['schema.read'] });
    const { code, redeem } = await consent();
    const first = await (await redeem()).json();
    const next = await (await refreshAgent(app, first.refresh_token)).json();
    const clients = '/api/v1/organizations/1/agent-clients';
    const server = { name: 'Server', redirect_uris: ['https://app.example/callback'], has_secrets: true };
    const { id, client_id } = (await http.post(clients, server, { token })).body.data.agent_client;
    const { secret } = (await http.post(`${clients}/${id}/secrets`, {}, { token })).body.data.client_secret;
    const send = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form), headers });
    const asBasic = (text: string) => ({ Authorization: `Basic ${Buffer.from(`${client_id}:${text}`).toString('base64')}` });
    const knock = (key: string) => http.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token: key });
    const statuses = [
      await send('introspect', { token: next.access_token }, asBasic(secret)),
      await send('introspect', { token: next.access_token, client_id, client_secret: secret }),
      await send('introspect', { token: next.access_token }, asBasic(guess)),
      await send('token', { grant_type: 'authorization_code', code: guess, code_verifier: guess, client_id: 'client_of_1' }),
      await fetch(`${app.url}/oauth/authorize?state=${guess}`, { redirect: 'manual' }),
      await knock(`hga_${guess}`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 401, 400, 302, 401]);

    const unlucky = await consent();
    const broken = await withColumnGone('agent_codes', 'grant_expires_at', async () => [await unlucky.redeem()]);
    broken.push(
      ...(await withColumnGone('agent_tokens', 'expires_at', async () => [
        await refreshAgent(app, next.refresh_token),
        await send('introspect', { token: next.access_token }, asBasic(secret)),
      ])),
    );
    expect(broken.map(({ status }) => status)).toEqual([500, 500, 500]);
    expect((await send('revoke', { token: next.refresh_token, client_id: 'client_of_1' })).status).toBe(200);

    const text = app.log.join('');
    for (const told of ['"route":"/oauth/token"', '"route":"/oauth/introspect"', 'grant_expires_at']) expect(text).toContain(told);
    const encoded = asBasic(secret).Authorization.slice('Basic '.length);
    const secrets = [guess, code, unlucky.code, secret, encoded, ...[first, next].flatMap((one) => [one.access_token, one.refresh_token])];
    expect(secrets.filter((known) => typeof known !== 'string' || known.length < 6)).toEqual([]);
    expect(secrets.filter((known) => text.includes(known))).toEqual([]);
    const trail = JSON.stringify(await app.dataSource.query('SELECT row_to_json(e)::text FROM audit_events e'));
    expect(trail).toContain('agent.ended');
    expect(secrets.filter((known) => trail.includes(known))).toEqual([]);
  });

  /** For an accident in the middle of a request, with all its values at hand. */
  async function withColumnGone<T>(table: string, column: string, act: () => Promise<T>): Promise<T> {
    await app.dataSource.query(`ALTER TABLE ${table} RENAME COLUMN ${column} TO ${column}_gone`);
    try {
      return await act();
    } finally {
      await app.dataSource.query(`ALTER TABLE ${table} RENAME COLUMN ${column}_gone TO ${column}`);
    }
  }
});
