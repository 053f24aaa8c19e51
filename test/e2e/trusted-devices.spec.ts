import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { challengeOf, enrolTotp, logInTo, logInWithTotp, nextTotp, trustedClient, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36 Edg/145.0.0.0';
const BROWSER = {
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': EDGE,
  'Sec-CH-UA-Platform-Version': '"15.0.0"',
};

describe('trusted devices', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const activate = (token: string | undefined, activationToken: unknown, headers: Record<string, string> = {}) =>
    app.http.post('/api/v1/devices/activate', { activation_token: activationToken }, { token, headers });
  const skip = (token: string, activationToken: unknown) =>
    app.http.post('/api/v1/devices/skip-activation', { activation_token: activationToken }, { token });
  const revoke = (token: string | undefined, deviceId: unknown) => app.http.delete(`/api/v1/devices/${String(deviceId)}`, { token });
  const list = async (token: string, query = '') => (await app.http.get(`/api/v1/devices${query}`, { token })).body.data;
  const withDevice = (deviceToken: string) => logInTo(app.http, { 'X-Device-Token': deviceToken });
  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const cookieOf = (answer: Answer) => /headgate_device=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];

  describe('POST /api/v1/devices/activate', () => {
    it('makes the device trusted and answers the device record, and later logins skip MFA', async () => {
      const login = await logInWithTotp(app, { 'User-Agent': EDGE });
      const { status, body, headers } = await activate(login.accessToken, login.activationToken);
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          data: {
            device_id: expect.any(Number),
            device_name: 'Edge 145 on Windows 10',
            activated_at: app.clock.now().toISOString(),
            expires_at: null,
          },
          message: expect.any(String),
        },
      ]);
      expect(headers.get('x-device-token')).toMatch(TOKEN);
      const later = await withDevice(headers.get('x-device-token') ?? '');
      expect(later.status).toBe(200);
      expect(later.body.device_activation).toBeUndefined();
      const [event] = await app.dataSource.query(
        `SELECT outcome, target_id FROM audit_events WHERE action = 'device.activated' AND target_type = 'device' ORDER BY id DESC LIMIT 1`,
      );
      expect(event).toEqual({ outcome: 'success', target_id: String(body.data.device_id) });
      const [mail] = await app.dataSource.query('SELECT recipient, subject FROM outbox_mails ORDER BY id DESC LIMIT 1');
      expect(mail).toEqual({
        recipient: 'mia@delta.example',
        subject: 'Your Headgate account trusts a new device',
      });
    });

    it('tells in the token of a shortened login that it is password and trusted device, aal1 [statement 30]', async () => {
      const { deviceToken, deviceId } = await trustedClient(app);
      const { body } = await withDevice(deviceToken);
      expect(claimsOf(body.access_token)).toMatchObject({ amr: ['pwd', 'trusted_device'], acr: 'aal1' });
      const { devices } = await list(body.access_token);
      expect(devices[0]).toMatchObject({ device_id: deviceId, is_current: true, status: 'trusted' });
      const changed = await app.http.post('/api/v1/mfa/recovery-codes', undefined, { token: body.access_token });
      expect([...outcome(changed), changed.body.step_up]).toEqual([
        401,
        'STEP_UP_REQUIRED',
        { acr: 'aal2', max_age: 600, methods: ['mfa'] },
      ]);
    });

    it.each([undefined, 'not-a-token'])('answers 401 UNAUTHORIZED before anything else with the token %s', async (token) => {
      const { activationToken } = await logInWithTotp(app);
      for (const sent of [activationToken, 'malformed', 17]) expect(outcome(await activate(token, sent))).toEqual([401, 'UNAUTHORIZED']);
    });

    it.each(['', 'malformed', 'A'.repeat(43), 'x'.repeat(5_000), '\u0000', '../../etc/passwd'])(
      'answers 400 INVALID_ACTIVATION_TOKEN to %j',
      async (token) => {
        const { accessToken } = await logIn(app.http, 'olivia');
        expect(outcome(await activate(accessToken, token))).toEqual([400, 'INVALID_ACTIVATION_TOKEN']);
      },
    );

    it.each([
      [{}, 'INVALID_ACTIVATION_TOKEN'],
      [{ activation_token: 7 }, 'INVALID_ACTIVATION_TOKEN'],
      [{ activation_token: null }, 'INVALID_ACTIVATION_TOKEN'],
      [{ activation_token: ['x'] }, 'INVALID_ACTIVATION_TOKEN'],
      [{ activation_token: { toString: 'x' } }, 'INVALID_ACTIVATION_TOKEN'],
      [{ activation_token: 'x', device_id: 1 }, 'VALIDATION_FAILED'],
    ])('answers 400 to the body %j, with the code %s', async (body, code) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      for (const act of ['activate', 'skip-activation'])
        expect(outcome(await app.http.post(`/api/v1/devices/${act}`, body, { token: accessToken }))).toEqual([400, code]);
    });

    it('refuses a malformed device token with 400, also where the verification carried none', async () => {
      const { accessToken, activationToken } = await logInWithTotp(app);
      for (const malformed of ['x', `${'m'.repeat(42)}B`])
        expect(outcome(await activate(accessToken, activationToken, { 'X-Device-Token': malformed }))).toEqual([
          400,
          'INVALID_ACTIVATION_TOKEN',
        ]);
      expect((await activate(accessToken, activationToken)).status).toBe(200);
    });

    it('never reveals to a wrong device that the token is late or its entry is gone', async () => {
      const login = await logInWithTotp(app);
      const olivia = await logIn(app.http, 'olivia');
      app.clock.advance({ minutes: 6 });
      expect(outcome(await activate(olivia.accessToken, login.activationToken))).toEqual([400, 'INVALID_ACTIVATION_TOKEN']);
      const skipped = await logInWithTotp(app);
      await skip(skipped.accessToken, skipped.activationToken);
      expect(outcome(await activate(olivia.accessToken, skipped.activationToken))).toEqual([400, 'INVALID_ACTIVATION_TOKEN']);
    });

    it('answers 404 DEVICE_NOT_FOUND where the device entry is gone, skipped or processed', async () => {
      const gone = await logInWithTotp(app);
      await app.dataSource.query(`DELETE FROM devices WHERE status = 'pending'`);
      expect(outcome(await activate(gone.accessToken, gone.activationToken))).toEqual([404, 'DEVICE_NOT_FOUND']);
      const skipped = await logInWithTotp(app);
      expect((await skip(skipped.accessToken, skipped.activationToken)).body.data).toEqual({ success: true });
      expect(outcome(await activate(skipped.accessToken, skipped.activationToken))).toEqual([404, 'DEVICE_NOT_FOUND']);
      expect(outcome(await skip(skipped.accessToken, skipped.activationToken))).toEqual([404, 'DEVICE_NOT_FOUND']);
      const device = { 'X-Device-Token': `${'p'.repeat(42)}A` };
      const [one, two] = [await logInWithTotp(app, device), await logInWithTotp(app, device)];
      expect((await activate(one.accessToken, one.activationToken, device)).status).toBe(200);
      expect(outcome(await activate(two.accessToken, two.activationToken, device))).toEqual([404, 'DEVICE_NOT_FOUND']);
    });

    it('says 404 of an entry that is gone even when the token is late as well', async () => {
      const login = await logInWithTotp(app);
      await skip(login.accessToken, login.activationToken);
      app.clock.advance({ minutes: 6 });
      expect(outcome(await activate(login.accessToken, login.activationToken))).toEqual([404, 'DEVICE_NOT_FOUND']);
    });
  });

  describe('a browser', () => {
    it('is given a cookie with the first login answer, activates with it and never sees the token elsewhere [statement 37]', async () => {
      const asked = await logInTo(app.http, BROWSER);
      expect(asked.headers.get('set-cookie')).toMatch(
        /^headgate_device=[A-Za-z0-9_-]{43}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      const jar = { ...BROWSER, Cookie: `theme=dark; headgate_device=${cookieOf(asked)}` };
      const verified = await verify(app.http, asked.body.mfa.token, nextTotp(app.clock), jar);
      expect(verified.status).toBe(200);
      const { activation_token, device_name } = verified.body.device_activation;
      expect(device_name).toBe('Edge 145 on Windows 11');
      const wrong = await activate(verified.body.access_token, activation_token, BROWSER);
      expect(outcome(wrong)).toEqual([400, 'INVALID_ACTIVATION_TOKEN']);
      const activated = await activate(verified.body.access_token, activation_token, jar);
      expect(activated.status).toBe(200);
      const later = await logInTo(app.http, jar);
      expect(later.status).toBe(200);
      for (const answer of [asked, verified, activated, later]) {
        expect(answer.headers.get('x-device-token')).toBeNull();
        expect(answer.text).not.toContain(cookieOf(asked));
        expect(answer.text).not.toContain(cookieOf(later));
      }
      expect(cookieOf(later)).toMatch(TOKEN);
      expect(cookieOf(later)).not.toBe(cookieOf(asked));
    });

    it('that keeps no cookies can log in all the same, and is given one at the activation', async () => {
      const asked = await logInTo(app.http, BROWSER);
      const verified = await verify(app.http, asked.body.mfa.token, nextTotp(app.clock), BROWSER);
      expect(verified.status).toBe(200);
      const { access_token, device_activation } = verified.body;
      const activated = await activate(access_token, device_activation.activation_token, BROWSER);
      expect([activated.status, cookieOf(activated)]).toEqual([200, expect.stringMatching(TOKEN)]);
      expect(activated.headers.get('x-device-token')).toBeNull();
    });

    it('gets the __Host- cookie with Secure on https [statement 37]', async () => {
      const secure = await startTestApp({ environment: { PUBLIC_URL: 'https://headgate.test' } });
      const answer = await logInTo(secure.http, BROWSER);
      expect(answer.headers.get('set-cookie')).toMatch(
        /^__Host-headgate_device=[A-Za-z0-9_-]{43}; Max-Age=34560000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );
      await secure.close();
    });

    it('is shared by two people: each has a device of their own there, and one’s login does not end the other’s trust', async () => {
      const oscar = await logIn(app.http, 'oscar');
      const { secret } = await enrolTotp(app, oscar.accessToken);
      const first = await trustedClient(app);
      const jar = { 'X-Device-Token': first.deviceToken };
      const second = await logInWithTotp(app, jar, { username: 'oscar', secret });
      const activated = await activate(second.accessToken, second.activationToken, jar);
      expect(activated.status).toBe(200);
      expect(activated.body.data.device_id).not.toBe(first.deviceId);
      const one = await logInTo(app.http, jar, 'oscar');
      app.clock.advance({ minutes: 1 });
      const two = await withDevice(one.headers.get('x-device-token') ?? '');
      app.clock.advance({ minutes: 1 });
      const three = await logInTo(app.http, { 'X-Device-Token': two.headers.get('x-device-token') ?? '' }, 'oscar');
      expect([one.status, two.status, three.status]).toEqual([200, 200, 200]);
    });
  });

  describe('GET, PATCH and DELETE /api/v1/devices', () => {
    it('lists the caller’s devices, the latest first, and marks the current one [statement 33]', async () => {
      const first = await trustedClient(app);
      const second = await trustedClient(app);
      const { devices, pagination, message } = await list(second.accessToken, '?limit=2');
      expect(message).toEqual(expect.any(String));
      expect(pagination).toMatchObject({ page: 1, limit: 2, has_next: true });
      expect(devices).toEqual([
        {
          device_id: second.deviceId,
          device_name: expect.any(String),
          status: 'trusted',
          activated_at: app.clock.now().toISOString(),
          expires_at: null,
          revoked_at: null,
          last_used_at: app.clock.now().toISOString(),
          is_current: true,
        },
        expect.objectContaining({ device_id: first.deviceId, is_current: false }),
      ]);
    });

    it('renames a device, keeps the name unescaped and refuses a blank, long or missing one', async () => {
      const { accessToken, deviceId } = await trustedClient(app);
      const path = `/api/v1/devices/${deviceId}`;
      const { status, body } = await app.http.patch(path, { device_name: ' <b>Büro</b> ' }, { token: accessToken });
      expect([status, body.data.device]).toEqual([200, expect.objectContaining({ device_id: deviceId, device_name: '<b>Büro</b>' })]);
      for (const wrong of [{}, { device_name: '' }, { device_name: '   ' }, { device_name: 'x'.repeat(101) }, { name: 'x' }])
        expect((await app.http.patch(path, wrong, { token: accessToken })).status).toBe(400);
    });

    it('revokes: the next login needs MFA, existing sessions stay valid, twice is 200 twice [statement 33]', async () => {
      const { accessToken, refreshToken, deviceId, deviceToken } = await trustedClient(app);
      const shortened = await withDevice(deviceToken);
      for (const time of ['first', 'second']) {
        const { status, body } = await revoke(accessToken, deviceId);
        expect([time, status, body]).toEqual([time, 200, { success: true, data: { success: true }, message: expect.any(String) }]);
      }
      expect((await app.http.get('/api/v1/me', { token: accessToken })).status).toBe(200);
      expect((await app.http.get('/api/v1/me', { token: shortened.body.access_token })).status).toBe(200);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
      const next = await withDevice(shortened.headers.get('x-device-token') ?? '');
      expect(outcome(next)).toEqual([401, 'MFA_REQUIRED']);
      const { devices } = await list(accessToken);
      expect(devices.find((device: { device_id: number }) => device.device_id === deviceId)).toMatchObject({
        status: 'revoked',
        revoked_at: app.clock.now().toISOString(),
      });
    });

    it('trusts a revoked device again only by a new MFA verification and activation, as the same device', async () => {
      const { accessToken, deviceId, deviceToken } = await trustedClient(app);
      await revoke(accessToken, deviceId);
      const again = await logInWithTotp(app, { 'X-Device-Token': deviceToken });
      expect(outcome(await withDevice(deviceToken))).toEqual([401, 'MFA_REQUIRED']);
      const { body } = await activate(again.accessToken, again.activationToken, { 'X-Device-Token': deviceToken });
      expect(body.data.device_id).toBe(deviceId);
      expect((await withDevice(deviceToken)).status).toBe(200);
    });

    it('does not let the offer of another verification in the same browser undo a revocation', async () => {
      const jar = { 'X-Device-Token': `${'t'.repeat(42)}A` };
      const [one, two] = [await logInWithTotp(app, jar), await logInWithTotp(app, jar)];
      const { body } = await activate(one.accessToken, one.activationToken, jar);
      app.clock.advance({ seconds: 1 });
      await revoke(one.accessToken, body.data.device_id);
      expect(outcome(await activate(two.accessToken, two.activationToken, jar))).toEqual([404, 'DEVICE_NOT_FOUND']);
      expect(outcome(await withDevice(jar['X-Device-Token']))).toEqual([401, 'MFA_REQUIRED']);
    });

    it('answers 404 for a foreign and an unknown device, changes nothing and tells them apart in nothing [statement 34]', async () => {
      const { deviceId, deviceToken } = await trustedClient(app);
      const olivia = await logIn(app.http, 'olivia');
      const foreign = await revoke(olivia.accessToken, deviceId);
      const unknown = await revoke(olivia.accessToken, 2_000_000_000);
      expect([outcome(foreign), outcome(unknown)]).toEqual([
        [404, 'DEVICE_NOT_FOUND'],
        [404, 'DEVICE_NOT_FOUND'],
      ]);
      expect(foreign.body.message).toBe(unknown.body.message);
      const renamed = await app.http.patch(`/api/v1/devices/${deviceId}`, { device_name: 'mine' }, { token: olivia.accessToken });
      expect(outcome(renamed)).toEqual([404, 'DEVICE_NOT_FOUND']);
      expect((await list(olivia.accessToken)).devices).toEqual([]);
      expect((await withDevice(deviceToken)).status).toBe(200);
    });

    it.each(['0', '-1', '1.5', 'abc', '2147483648', '%00'])('answers 400 to the device id %s', async (id) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expect(outcome(await revoke(accessToken, id))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('answers 401 without an access token, whatever the id', async () => {
      for (const id of ['1', 'abc']) expect(outcome(await revoke(undefined, id))).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  it('ignores tokens of the device from before: a token that an attacker planted is void 30 seconds later', async () => {
    const planted = { 'X-Device-Token': `${'f'.repeat(42)}A` };
    const login = await logInWithTotp(app, planted);
    const activated = await activate(login.accessToken, login.activationToken, planted);
    expect(activated.headers.get('x-device-token')).toMatch(TOKEN);
    expect(activated.headers.get('x-device-token')).not.toBe(planted['X-Device-Token']);
    app.clock.advance({ seconds: 31 });
    expect(outcome(await withDevice(planted['X-Device-Token']))).toEqual([401, 'MFA_REQUIRED']);
    expect((await app.http.get('/api/v1/me', { token: login.accessToken })).status).toBe(401);
  });

  it('survives activations and step-ups of one session at once, 20 times over', async () => {
    for (let round = 0; round < 20; round += 1) {
      const login = await logInWithTotp(app);
      const code = nextTotp(app.clock);
      const [activated, steppedUp] = await Promise.all([
        activate(login.accessToken, login.activationToken),
        app.http.post('/api/auth/mfa/step-up', { method: 'totp', code }, { token: login.accessToken }),
      ]);
      expect([200, 401]).toContain(activated.status);
      expect(steppedUp.status).toBe(200);
    }
  });

  it('does not let strangers’ failures in the same network lock out the owner on a trusted device [statement 15]', async () => {
    const { deviceToken } = await trustedClient(app);
    for (let attempt = 0; attempt < 12; attempt += 1)
      await app.http.post('/api/auth/login', { username: 'mia', password: `wrong guess ${attempt}` });
    expect((await logInTo(app.http)).status).toBe(429);
    expect((await withDevice(deviceToken)).status).toBe(200);
  });

  it('refuses a foreign page that sends along the device cookie [statement 64]', async () => {
    const headers = { ...BROWSER, Cookie: `headgate_device=${'c'.repeat(42)}A`, Origin: 'https://evil.example' };
    const answer = await logInTo(app.http, headers);
    expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
    expect((await logInTo(app.http, { ...headers, Origin: 'http://headgate.test' })).body.code).toBe('MFA_REQUIRED');
    expect(await challengeOf(app.http, { Origin: 'https://evil.example' })).toMatch(TOKEN);
  });
});
