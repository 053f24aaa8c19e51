import { afterAll, beforeEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a quiet estuary at low tide';

describe('POST /api/auth/password', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(() => app.dataSource.query('DELETE FROM attempt_throttles'));
  afterAll(() => app.close());

  const change = (token: string | undefined, current_password: unknown, new_password: unknown) =>
    app.http.post('/api/auth/password', { current_password, new_password }, { token });
  const me = (token: string) => app.http.get('/api/v1/me', { token });

  it('ends the other sessions, keeps this one, takes only the new password, mails the owner [statement 42]', async () => {
    const other = await logIn(app.http, 'olivia');
    const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
    const { status, body } = await change(accessToken, DEMO_PASSWORD, NEW);
    expect([status, body]).toEqual([200, { message: 'Password changed. Your other sessions were signed out.' }]);
    expect((await me(accessToken)).status).toBe(200);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(200);
    expect((await me(other.accessToken)).status).toBe(401);
    expect((await app.http.post('/api/auth/refresh', { refresh_token: other.refreshToken })).status).toBe(401);
    expect((await app.http.post('/api/auth/login', { username: 'olivia', password: DEMO_PASSWORD })).status).toBe(401);
    await logIn(app.http, 'olivia', NEW);
    const mails = await app.dataSource.query('SELECT recipient, subject FROM outbox_mails');
    expect(mails).toEqual([{ recipient: 'olivia@delta.example', subject: 'Your Headgate password was changed' }]);
    const [event] = await app.dataSource.query(
      `SELECT outcome FROM audit_events WHERE action = 'user.password_changed' AND target_type = 'user'`,
    );
    expect(event.outcome).toBe('success');
  });

  it('refuses a wrong current password, counts it and audits it [statement 8]', async () => {
    const { accessToken } = await logIn(app.http, 'adam');
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const { status, body } = await change(accessToken, 'not-my-password-at-all', NEW);
      expect([status, body.details[0].field]).toEqual([400, 'current_password']);
    }
    expect((await change(accessToken, DEMO_PASSWORD, NEW)).status).toBe(429);
    app.clock.advance({ minutes: 1 });
    expect((await change(accessToken, DEMO_PASSWORD, NEW)).status).toBe(200);
  });

  it('names both passwords where both are wrong, and judges neither where one is longer than any password', async () => {
    const { accessToken } = await logIn(app.http, 'nora');
    const fieldsOf = async (current: string, next: string) =>
      (await change(accessToken, current, next)).body.details.map(({ field }: { field: string }) => field);
    expect(await fieldsOf('not-my-password-at-all', 'short')).toEqual(['current_password', 'new_password']);
    const long = 'a'.repeat(5_000);
    expect(await fieldsOf(long, long)).toEqual(['current_password', 'new_password']);
    // Nothing was compared, so nothing is counted.
    for (let attempt = 0; attempt < 9; attempt += 1)
      expect(await fieldsOf('not-my-password-at-all', 'a'.repeat(10_000))).toEqual(['new_password']);
    expect((await change(accessToken, DEMO_PASSWORD, NEW)).status).toBe(200);
  });

  it('refuses 257 characters and takes 256, spaces and every script', async () => {
    // Another test has changed it.
    let current = NEW;
    const { accessToken } = await logIn(app.http, 'adam', NEW);
    const long = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 37) % 2000))).join('');
    expect((await change(accessToken, current, `${long}水`)).status).toBe(400);
    for (const next of [long, '  spaces all around it  ', 'пароль на берегу реки', '🌊 waves and 🐟 fish today']) {
      expect((await change(accessToken, current, next)).status).toBe(200);
      current = next;
    }
    await logIn(app.http, 'adam', current);
  });

  it('tells passwords apart by case, trailing space and everything after the 72nd byte [statement 4]', async () => {
    const long = `${'estuary lagoon '.repeat(6)}end one`;
    const { accessToken } = await logIn(app.http, 'vera');
    expect((await change(accessToken, DEMO_PASSWORD, long)).status).toBe(200);
    for (const near of [long.toUpperCase(), `${long} `, long.replace('end one', 'end two')]) {
      expect((await app.http.post('/api/auth/login', { username: 'vera', password: near })).status).toBe(401);
    }
    await logIn(app.http, 'vera', long);
  });

  it('takes a password in decomposed form for its composed one [statement 5]', async () => {
    const { accessToken } = await logIn(app.http, 'sysadmin');
    expect((await change(accessToken, DEMO_PASSWORD, 'Überschwemmung im Frühling'.normalize('NFC'))).status).toBe(200);
    await logIn(app.http, 'sysadmin', 'Überschwemmung im Frühling'.normalize('NFD'));
  });

  it.each([
    { current_password: DEMO_PASSWORD },
    { new_password: NEW },
    { current_password: DEMO_PASSWORD, new_password: NEW, user_id: 1 },
    [],
  ])('refuses the body %j', async (body) => {
    const { accessToken } = await logIn(app.http, 'oscar');
    expect((await app.http.post('/api/auth/password', body, { token: accessToken })).status).toBe(400);
  });

  it('needs an access token before it looks at the body', async () => {
    expect((await app.http.post('/api/auth/password', { nonsense: true })).status).toBe(401);
  });
});
