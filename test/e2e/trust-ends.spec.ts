import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { LimitDeviceTrust } from '../../src/organizations/application/limit-device-trust.js';
import { PurgeDevices } from '../../src/devices/application/purge-devices.js';
import { enrolTotp, logInTo, logInWithTotp, trustedClient } from '../support/mfa.js';
import { rewinding } from '../support/rewinding.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a heron stands in shallow water';

describe('device trust', () => {
  let app: TestApp;
  let rewind: () => Promise<void>;
  beforeAll(async () => {
    app = await startTestApp();
    rewind = await rewinding(app);
  });
  // Each test changes what the account is protected by.
  afterEach(() => rewind());
  afterAll(() => app.close());

  const withDevice = async (deviceToken: string, password = DEMO_PASSWORD, username = 'mia') =>
    app.http.post('/api/auth/login', { username, password }, { headers: { 'X-Device-Token': deviceToken } });
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const MFA = [401, 'MFA_REQUIRED'];
  const statusesOf = async (token: string) =>
    (await app.http.get('/api/v1/devices', { token })).body.data.devices.map((device: { status: string }) => device.status);

  describe('ends', () => {
    it('with a password change, and the list says so [statements 35, 42]', async () => {
      const { accessToken, deviceToken } = await trustedClient(app);
      const shortened = await withDevice(deviceToken);
      const body = { current_password: DEMO_PASSWORD, new_password: NEW };
      expect((await app.http.post('/api/auth/password', body, { token: accessToken })).status).toBe(200);
      expect(outcome(await withDevice(shortened.headers.get('x-device-token') ?? '', NEW))).toEqual(MFA);
      expect((await app.http.get('/api/v1/me', { token: shortened.body.access_token })).status).toBe(401);
      const { body: listed } = await app.http.get('/api/v1/devices', { token: accessToken });
      expect(listed.data.devices).toMatchObject([{ status: 'revoked', revoked_at: app.clock.now().toISOString() }]);
    });

    it('with the account being disabled, and does not come back when it is enabled [statement 35]', async () => {
      const { deviceToken } = await trustedClient(app);
      const set = (status: 'active' | 'disabled') => app.app.get(SetAccountStatus).execute({ login: 'mia', status, actorUserId: null });
      await set('disabled');
      expect((await withDevice(deviceToken)).body.code).toBe('UNAUTHORIZED');
      await set('active');
      expect(outcome(await withDevice(deviceToken))).toEqual(MFA);
    });

    it('with an activation that was on offer when the password changed: 404', async () => {
      const { accessToken, activationToken } = await logInWithTotp(app);
      const body = { current_password: DEMO_PASSWORD, new_password: NEW };
      await app.http.post('/api/auth/password', body, { token: accessToken });
      const activated = await app.http.post('/api/v1/devices/activate', { activation_token: activationToken }, { token: accessToken });
      expect(outcome(activated)).toEqual([404, 'DEVICE_NOT_FOUND']);
    });

    it('at the next login when the organization lowers its limit or forbids trust', async () => {
      const limit = (days: number | null) => app.app.get(LimitDeviceTrust).execute({ organizationId: 1, days, actorUserId: null });
      const { deviceToken } = await trustedClient(app);
      app.clock.advance({ days: 10 });
      const used = await withDevice(deviceToken);
      expect(used.status).toBe(200);
      await limit(7);
      expect(outcome(await withDevice(used.headers.get('x-device-token') ?? ''))).toEqual(MFA);
      await limit(0);
      const { activationToken, accessToken } = await logInWithTotp(app);
      expect(activationToken).toBe('');
      expect(await statusesOf(accessToken)).toEqual(['revoked']);
    });

    it('never because of another organization’s limit', async () => {
      await app.app.get(LimitDeviceTrust).execute({ organizationId: 2, days: 0, actorUserId: null });
      const { deviceToken } = await trustedClient(app);
      expect((await withDevice(deviceToken)).status).toBe(200);
    });

    it('when the policy forbids it between verification and activation: 404', async () => {
      const { accessToken, activationToken } = await logInWithTotp(app);
      await app.app.get(LimitDeviceTrust).execute({ organizationId: 1, days: 0, actorUserId: null });
      const body = { activation_token: activationToken };
      const answer = await app.http.post('/api/v1/devices/activate', body, { token: accessToken });
      expect(outcome(answer)).toEqual([404, 'DEVICE_NOT_FOUND']);
    });
  });

  it('is for one account: the token opens no other account', async () => {
    const { deviceToken } = await trustedClient(app);
    const olivia = await logIn(app.http, 'olivia');
    await enrolTotp(app, olivia.accessToken);
    expect(outcome(await withDevice(deviceToken, DEMO_PASSWORD, 'olivia'))).toEqual(MFA);
    expect((await withDevice(deviceToken, 'not the password')).body.code).toBe('UNAUTHORIZED');
  });

  it('follows its clients over two instances, and through 20 logins at once with one token', async () => {
    const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    const { deviceToken } = await trustedClient(app);
    const headers = { 'X-Device-Token': deviceToken };
    const logins = Array.from({ length: 20 }, (_, index) => logInTo(index % 2 === 0 ? app.http : other.http, headers));
    const answers = await Promise.all(logins);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const handedOut = new Set(answers.map((answer) => answer.headers.get('x-device-token')));
    expect(handedOut.size).toBe(1);
    app.clock.advance({ minutes: 1 });
    expect((await withDevice([...handedOut][0] ?? '')).status).toBe(200);
    await other.close();
  });

  describe('and its rotating token', () => {
    it('changes with every login it shortens; the old one is good for 30 seconds and leads to the present one', async () => {
      const { deviceToken } = await trustedClient(app);
      const tokens = [deviceToken];
      for (let login = 0; login < 3; login += 1) {
        const answer = await withDevice(tokens.at(-1) ?? '');
        expect(answer.status).toBe(200);
        tokens.push(answer.headers.get('x-device-token') ?? '');
      }
      expect(new Set(tokens).size).toBe(4);
      app.clock.advance({ seconds: 30 });
      const racing = await withDevice(tokens[0] ?? '');
      expect([racing.status, racing.headers.get('x-device-token')]).toEqual([200, tokens[3]]);
    });

    it('used again later is theft: device and its sessions end, with mail and audit; other sessions stay [statement 36]', async () => {
      const [{ last }] = await app.dataSource.query('SELECT coalesce(max(id), 0) AS last FROM audit_events');
      const elsewhere = await logInWithTotp(app);
      const client = await trustedClient(app);
      const shortened = await withDevice(client.deviceToken);
      const current = shortened.headers.get('x-device-token') ?? '';
      app.clock.advance({ seconds: 31 });
      expect(outcome(await withDevice(client.deviceToken))).toEqual(MFA);
      const me = async (token: string) => (await app.http.get('/api/v1/me', { token })).status;
      expect(await me(client.accessToken)).toBe(401);
      expect(await me(shortened.body.access_token)).toBe(401);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: client.refreshToken })).status).toBe(401);
      expect(await me(elsewhere.accessToken)).toBe(200);
      expect(outcome(await withDevice(current))).toEqual(MFA);
      expect(await statusesOf(elsewhere.accessToken)).toEqual(['revoked']);
      const [mail] = await app.dataSource.query('SELECT recipient, subject FROM outbox_mails ORDER BY id DESC LIMIT 1');
      expect(mail).toEqual({
        recipient: 'mia@delta.example',
        subject: 'A trusted device of your Headgate account may have been copied',
      });
      const events = await app.dataSource.query(
        `SELECT outcome, target_id FROM audit_events
          WHERE action = 'device.token_reused' AND target_type = 'device' AND id > $1`,
        [last],
      );
      expect(events).toEqual([{ outcome: 'refused', target_id: String(client.deviceId) }]);
    });

    it('counts as no theft when it comes from a person without the password', async () => {
      const { deviceToken } = await trustedClient(app);
      const current = (await withDevice(deviceToken)).headers.get('x-device-token') ?? '';
      app.clock.advance({ minutes: 1 });
      expect((await withDevice(deviceToken, 'not the password')).status).toBe(401);
      expect((await withDevice(current)).status).toBe(200);
    });

    it('that was stolen leaves the client a way back: MFA, activation, a new token', async () => {
      const { deviceToken } = await trustedClient(app);
      await withDevice(deviceToken);
      app.clock.advance({ minutes: 1 });
      await withDevice(deviceToken);
      const stale = { 'X-Device-Token': deviceToken };
      const login = await logInWithTotp(app, stale);
      const body = { activation_token: login.activationToken };
      const activated = await app.http.post('/api/v1/devices/activate', body, {
        token: login.accessToken,
        headers: stale,
      });
      const fresh = activated.headers.get('x-device-token') ?? '';
      expect([activated.status, fresh === deviceToken]).toEqual([200, false]);
      expect((await withDevice(fresh)).status).toBe(200);
    });

    it('that was stolen is replaced in a browser with the answer that asks for MFA', async () => {
      const { deviceToken } = await trustedClient(app);
      await withDevice(deviceToken);
      app.clock.advance({ minutes: 1 });
      const browser = { 'Sec-Fetch-Site': 'same-origin', Cookie: `headgate_device=${deviceToken}` };
      const answer = await logInTo(app.http, browser);
      expect(outcome(answer)).toEqual(MFA);
      expect(answer.headers.get('set-cookie')).toMatch(/^headgate_device=/);
      expect(answer.headers.get('set-cookie')).not.toContain(deviceToken);
    });
  });

  it('leaves nothing behind: offers and pending entries a day later, revoked devices after 90 days with their tokens', async () => {
    const { accessToken, deviceId, deviceToken } = await trustedClient(app);
    await logInWithTotp(app);
    await app.http.delete(`/api/v1/devices/${deviceId}`, { token: accessToken });
    const rows = async () => [
      ...(await app.dataSource.query(
        `SELECT (SELECT count(*)::int FROM devices) AS devices, (SELECT count(*)::int FROM device_tokens) AS tokens,
                (SELECT count(*)::int FROM device_activations) AS offers`,
      )),
    ];
    const purge = () => app.app.get(PurgeDevices, { strict: false }).execute();
    expect(await rows()).toEqual([{ devices: 2, tokens: 1, offers: 2 }]);
    app.clock.advance({ days: 1, hours: 1 });
    await purge();
    expect(await rows()).toEqual([{ devices: 1, tokens: 1, offers: 0 }]);
    app.clock.advance({ days: 90 });
    await purge();
    expect(await rows()).toEqual([{ devices: 0, tokens: 0, offers: 0 }]);
    expect(outcome(await withDevice(deviceToken))).toEqual(MFA);
  });
});
