import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '../../src/accounts/application/register-user.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { Mailbox, tokenIn } from '../support/mailbox.js';
import { challengeOf, enrolTotp, logInWithTotp, nextTotp, totpAt, trustedClient, verify } from '../support/mfa.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const NEW = 'a heron stands in shallow water';
const NOBODY = 999_999;

const ROUTES = [
  ['GET', ''],
  ['POST', ''],
  ['GET', '/:id'],
  ['POST', '/:id/disable'],
  ['POST', '/:id/enable'],
  ['POST', '/:id/password-reset'],
  ['POST', '/:id/mfa-reset'],
  ['GET', '/:id/sessions'],
  ['DELETE', '/:id/sessions'],
] as const;

describe('the administration of accounts', () => {
  let app: TestApp;
  let mailbox: Mailbox;
  let admin: LoggedIn;
  beforeAll(async () => {
    mailbox = await Mailbox.open();
    app = await startTestApp({ environment: mailbox.environment });
    await mailbox.arrived(app);
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await mailbox.arrived(app);
    admin = await logIn(app.http, 'sysadmin');
  });
  afterAll(async () => {
    await app.close();
    await mailbox.close();
  });

  const call = (method: string, path: string, body?: unknown, token: string | undefined = admin.accessToken) =>
    app.http.send(method, `/api/v1/users${path}`, body, { token });
  const post = (path: string, body?: unknown) => call('POST', path, body);
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const me = async (token: string) => (await app.http.get('/api/v1/me', { token })).status;
  const login = (username: string, password: string = DEMO_PASSWORD) => app.http.post('/api/auth/login', { username, password });
  const reset = (token: string, new_password = NEW) => app.http.post('/api/auth/password-reset', { token, new_password });
  it('shows in account and list what became of the mail that an administrator caused, and why', async () => {
    const created = await post('', { username: 'unreached', email: 'unreached@delta.example' });
    expect([created.status, created.body.data.user.mail]).toEqual([201, { state: 'waiting', reason: null }]);
    const { id } = created.body.data.user;
    await app.dataSource.query(
      `UPDATE outbox_mails SET failed_at = now(), body_sealed = NULL, last_error = 'EENVELOPE 550' WHERE about = $1`,
      [`user:${id}`],
    );
    const told = { state: 'undeliverable', reason: 'EENVELOPE 550' };
    expect((await call('GET', `/${id}`)).body.data.user.mail).toEqual(told);
    const { users } = (await call('GET', '?search=unreached')).body.data;
    expect(users.map(({ mail }: { mail: unknown }) => mail)).toEqual([told]);
    expect((await call('GET', '?search=olivia')).body.data.users[0].mail).toBeNull();
    expect((await post(`/${id}/password-reset`)).status).toBe(202);
    const waiting = { mail: { state: 'waiting', reason: null } };
    expect((await call('GET', `/${id}`)).body.data.user).toMatchObject(waiting);
    expect((await call('GET', '?search=unreached')).body.data.users).toMatchObject([waiting]);
    for (const step of ['disable', 'enable']) expect((await post(`/${id}/${step}`)).body.data.user).toMatchObject(waiting);
  });

  let made = 0;
  const newPerson = async (): Promise<{ id: number; username: string; email: string }> => {
    const username = `person${(made += 1)}`;
    const email = `${username}@delta.example`;
    const input = { username, email, password: DEMO_PASSWORD, isSystemAdmin: false };
    return { id: (await app.app.get(RegisterUser).execute(input)).id, username, email };
  };
  const rowsSince = (id: string): Promise<unknown[]> =>
    app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor, target_id AS target, detail->>'reason' AS reason
         FROM audit_events WHERE id > $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [id],
    );
  const lastRow = async (): Promise<string> => (await app.dataSource.query('SELECT max(id) AS id FROM audit_events'))[0].id;

  describe.each(ROUTES)('%s /api/v1/users%s', (method, route) => {
    const body = method === 'POST' && route === '' ? { username: 'quentin', email: 'quentin@delta.example' } : undefined;
    const path = (id: number | string) => route.replace(':id', String(id));

    it('are read one by one', async () => {
      const { id, username, email } = await newPerson();
      const { status, body } = await call('GET', `/${id}`);
      expect([status, body.data.user]).toEqual([
        200,
        {
          id: String(id),
          username,
          display_name: null,
          email,
          status: 'active',
          is_system_admin: false,
          created_at: expect.any(String),
          mail: null,
        },
      ]);
      expect(outcome(await call('GET', `/${NOBODY}`))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await call('GET', '/x'))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('is for system administrators: 401 for strangers, 403 for everyone else, and nothing happens [statement 63]', async () => {
      const { id } = await newPerson();
      const state = () => app.dataSource.query('SELECT id, status, trust_epoch FROM users ORDER BY id');
      const before = await state();
      expect(outcome(await app.http.send(method, `/api/v1/users${path(id)}`, body))).toEqual([401, 'UNAUTHORIZED']);
      for (const username of ['olivia', 'adam', 'vera', 'oscar', 'nora']) {
        const { accessToken, userId } = await logIn(app.http, username);
        const row = await lastRow();
        expect([username, ...outcome(await call(method, path(id), body, accessToken))]).toEqual([username, 403, 'FORBIDDEN']);
        expect(await rowsSince(row)).toMatchObject([{ action: 'access.refused', outcome: 'refused', actor: userId }]);
      }
      expect(await state()).toEqual(before);
      expect(await mailbox.arrived(app)).toEqual([]);
    });

    if (route === '') return;

    it('answers 404 for an unknown account, with a row, and 400 for an invalid id', async () => {
      const row = await lastRow();
      expect(outcome(await call(method, path(NOBODY)))).toEqual([404, 'NOT_FOUND']);
      expect(await rowsSince(row)).toMatchObject([{ outcome: 'refused', actor: admin.userId, target: String(NOBODY), reason: 'NotFound' }]);
      for (const id of ['0', '-1', '1e3', 'olivia', '2147483648'])
        expect([id, ...outcome(await call(method, path(id)))]).toEqual([id, 400, 'VALIDATION_FAILED']);
    });
  });

  it('requires a second factor again from users who have one, when it was proved ten minutes ago [statement 30]', async () => {
    const input = { username: 'tessa', email: 'tessa@headgate.example', password: DEMO_PASSWORD, isSystemAdmin: true };
    await app.app.get(RegisterUser).execute(input);
    const { secret } = await enrolTotp(app, (await logIn(app.http, 'tessa')).accessToken);
    const { accessToken } = await logInWithTotp(app, {}, { username: 'tessa', secret });
    expect((await call('GET', '', undefined, accessToken)).status).toBe(200);
    app.clock.advance({ minutes: 10 });
    for (const [method, route] of ROUTES) {
      const answer = await call(method, route.replace(':id', String(NOBODY)), undefined, accessToken);
      expect([method, route, ...outcome(answer)]).toEqual([method, route, 401, 'STEP_UP_REQUIRED']);
    }
    const proof = { method: 'totp', code: nextTotp(app.clock, secret) };
    const steppedUp = await app.http.post('/api/auth/mfa/step-up', proof, { token: accessToken });
    expect((await call('GET', '', undefined, steppedUp.body.access_token)).status).toBe(200);
  });

  describe('the list', () => {
    it('shows every account in the order of making, page by page, and nothing secret of it', async () => {
      const { status, body, headers } = await call('GET', '?limit=2');
      expect([status, headers.get('cache-control'), body.message]).toEqual([200, 'no-store', 'Accounts listed.']);
      expect(body.data.users).toEqual([
        {
          id: '1',
          username: 'sysadmin',
          display_name: null,
          email: 'sysadmin@headgate.example',
          status: 'active',
          is_system_admin: true,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          mail: null,
        },
        expect.objectContaining({ id: '2', username: 'olivia', is_system_admin: false }),
      ]);
      const [{ total }] = await app.dataSource.query('SELECT count(*)::int AS total FROM users');
      expect(body.data.pagination).toMatchObject({ page: 1, limit: 2, total, has_next: true, has_prev: false });
      const second = (await call('GET', '?limit=2&page=2')).body.data.users;
      expect(second.map(({ username }: { username: string }) => username)).toEqual(['adam', 'vera']);
      expect((await call('GET', '?page=1000')).body.data.users).toEqual([]);
    });

    it.each([
      ['ol', ['olivia']],
      ['OLIVIA@delta', ['olivia']],
      ['ｏｌｉｖｉａ', ['olivia']],
      ['livia', []],
      ['%', []],
      ['o_ivia', []],
      ["'; DROP TABLE users; --", []],
    ])('finds by the beginning of a name or address: "%s"', async (search, usernames) => {
      const { status, body } = await call('GET', `?search=${encodeURIComponent(search)}`);
      expect(status).toBe(200);
      expect(body.data.users.map(({ username }: { username: string }) => username)).toEqual(usernames);
      expect(body.data.pagination.total).toBe(usernames.length);
    });

    it.each(['?search=a&search=b', `?search=${'a'.repeat(255)}`, '?limit=101', '?page=0'])('refuses %s', async (query) => {
      expect(outcome(await call('GET', query))).toEqual([400, 'VALIDATION_FAILED']);
    });
  });

  describe('a new account', () => {
    it('has no password until its owner chooses one by the link in a mail [statements 10, 55]', async () => {
      const row = await lastRow();
      const { status, body, text } = await post('', { username: 'Paula', email: 'Paula@delta.example' });
      expect(status).toBe(201);
      const { id } = body.data.user;
      expect(body.data.user).toEqual({
        id: expect.stringMatching(/^\d+$/),
        username: 'Paula',
        display_name: null,
        email: 'Paula@delta.example',
        status: 'active',
        is_system_admin: false,
        mail: { state: 'waiting', reason: null },
        created_at: app.clock.now().toISOString(),
      });
      expect(await rowsSince(row)).toEqual([
        { action: 'user.created', outcome: 'success', actor: admin.userId, target: String(id), reason: null },
      ]);
      expect((await login('paula', DEMO_PASSWORD)).status).toBe(401);
      const [mail, ...rest] = await mailbox.arrived(app);
      expect([mail?.to?.[0]?.address, mail?.subject, rest]).toEqual(['Paula@delta.example', 'Your Headgate account', []]);
      expect(text).not.toContain(tokenIn(mail));
      app.clock.advance({ hours: 23, minutes: 59 });
      expect((await reset(tokenIn(mail), 'paula@delta.example')).status).toBe(400);
      expect((await reset(tokenIn(mail))).status).toBe(200);
      expect((await login('paula', NEW)).status).toBe(200);
    });

    it('gets a new link from an administrator when its day has passed, but not by asking itself [statement 59]', async () => {
      const { body } = await post('', { username: 'late', email: 'late@delta.example' });
      const token = tokenIn((await mailbox.arrived(app)).at(-1));
      app.clock.advance({ hours: 24 });
      expect(outcome(await reset(token))).toEqual([400, 'INVALID_RESET_TOKEN']);
      await app.http.post('/api/auth/password-reset/request', { email: 'late@delta.example' });
      expect(await mailbox.arrived(app)).toEqual([]);
      admin = await logIn(app.http, 'sysadmin');
      expect((await post(`/${body.data.user.id}/password-reset`)).status).toBe(202);
      const [mail] = await mailbox.arrived(app);
      expect(mail?.subject).toBe('Your Headgate account');
      app.clock.advance({ hours: 23 });
      expect((await reset(tokenIn(mail))).status).toBe(200);
    });

    it.each([
      ['password', DEMO_PASSWORD],
      ['new_password', DEMO_PASSWORD],
      ['password_hash', 'hs384-bcrypt:x'],
      ['is_system_admin', true],
      ['status', 'disabled'],
      ['role', 'owner'],
      ['organization_id', 1],
      ['email_verified', true],
      ['id', 1],
    ])('is refused with a field %s [statements 10, 62]', async (field, value) => {
      const { status, body } = await post('', { username: 'mallory', email: 'mallory@delta.example', [field]: value });
      expect([status, body.code, body.details[0].field]).toEqual([400, 'VALIDATION_FAILED', field]);
    });

    it.each([
      [{ username: 'OLIVIA', email: 'other@delta.example' }, 409, 'NameTaken'],
      [{ username: 'other', email: 'Olivia@Delta.example' }, 409, 'NameTaken'],
      [{ username: 'ｏlivia', email: 'other@delta.example' }, 409, 'NameTaken'],
      [{ username: 'olivia@delta.example', email: 'other@delta.example' }, 400, 'ValidationFailed'],
      [{ username: 'other', email: 'other@delta.example\r\nBcc: thief@evil.example' }, 400, 'ValidationFailed'],
      [{ username: 'other\r\nBcc: thief@evil.example', email: 'other@delta.example' }, 400, 'ValidationFailed'],
      [{ username: 'other', email: 'other@delta.example,thief@evil.example' }, 400, 'ValidationFailed'],
    ])('is refused as %j, with a row and no mail [statement 54]', async (body, status, reason) => {
      const row = await lastRow();
      expect((await post('', body)).status).toBe(status);
      expect(await rowsSince(row)).toEqual([{ action: 'user.created', outcome: 'refused', actor: admin.userId, target: null, reason }]);
      expect(await mailbox.arrived(app)).toEqual([]);
    });
  });

  describe('a password reset by an administrator', () => {
    it(
      'mails the owner a link and shows it to no one else; old password and sessions hold until it is used ' + '[statement 10]',
      async () => {
        const { id, username, email } = await newPerson();
        const { accessToken } = await logIn(app.http, username);
        const row = await lastRow();
        const { status, body, text } = await post(`/${id}/password-reset`);
        expect([status, body.data]).toEqual([202, { success: true }]);
        expect(await rowsSince(row)).toEqual([
          {
            action: 'user.password_reset_started',
            outcome: 'success',
            actor: admin.userId,
            target: String(id),
            reason: null,
          },
        ]);
        const [mail, ...rest] = await mailbox.arrived(app);
        expect([mail?.to?.[0]?.address, mail?.subject, rest]).toEqual([email, 'Reset your Headgate password', []]);
        expect(text).not.toContain(tokenIn(mail));
        expect([await me(accessToken), (await login(username)).status]).toEqual([200, 200]);
        for (const given of [{ new_password: NEW }, { password: NEW }]) await post(`/${id}/password-reset`, given);
        expect((await login(username, NEW)).status).toBe(401);
        const newest = tokenIn((await mailbox.arrived(app)).at(-1));
        expect(outcome(await reset(tokenIn(mail)))).toEqual([400, 'INVALID_RESET_TOKEN']);
        expect((await reset(newest)).status).toBe(200);
        expect([await me(accessToken), (await login(username)).status]).toEqual([401, 401]);
      },
    );
  });

  it('takes all second factors away: sessions, device trust and open links end, the owner is told [statements 35, 42, 55]', async () => {
    const { id, username } = await newPerson();
    const { secret } = await enrolTotp(app, (await logIn(app.http, username)).accessToken);
    const { accessToken, deviceToken } = await trustedClient(app, { username, secret });
    await post(`/${id}/password-reset`);
    const link = tokenIn((await mailbox.arrived(app)).at(-1));
    const row = await lastRow();
    const { status, body } = await post(`/${id}/mfa-reset`);
    expect([status, body.data]).toEqual([200, { success: true }]);
    expect(await rowsSince(row)).toEqual([
      {
        action: 'session.all_ended',
        outcome: 'success',
        actor: admin.userId,
        target: String(id),
        reason: 'mfa_changed',
      },
      { action: 'mfa.factors_reset', outcome: 'success', actor: admin.userId, target: String(id), reason: null },
    ]);
    const subjects = (await mailbox.arrived(app)).map(({ subject }) => subject);
    expect(subjects).toEqual(['The second factors of your Headgate account were removed']);
    expect(await me(accessToken)).toBe(401);
    expect(outcome(await reset(link))).toEqual([400, 'INVALID_RESET_TOKEN']);
    const { accessToken: token } = await logIn(app.http, username);
    expect((await app.http.get('/api/v1/mfa/factors', { token })).body.data).toMatchObject({ factors: [] });
    await enrolTotp(app, token);
    const headers = { 'X-Device-Token': deviceToken };
    const again = await app.http.post('/api/auth/login', { username, password: DEMO_PASSWORD }, { headers });
    expect(outcome(again)).toEqual([401, 'MFA_REQUIRED']);
  });

  it('shows and ends the sessions of an account, and of no other [statement 43]', async () => {
    const { id, username } = await newPerson();
    const bystander = await logIn(app.http, 'olivia');
    const sessions = [await logIn(app.http, username), await logIn(app.http, username)];
    const { status, body, headers } = await call('GET', `/${id}/sessions?limit=1`);
    expect([status, headers.get('cache-control'), body.data.pagination.total]).toEqual([200, 'no-store', 2]);
    expect(body.data.sessions).toEqual([
      {
        id: expect.any(Number),
        created_at: app.clock.now().toISOString(),
        last_used_at: app.clock.now().toISOString(),
        ip: '127.0.0.1',
        device_name: expect.any(String),
        auth_method: 'pwd',
        is_current: false,
      },
    ]);
    const own = (await call('GET', `/${admin.userId}/sessions`)).body.data.sessions;
    expect(own.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1);
    const row = await lastRow();
    const ended = await call('DELETE', `/${id}/sessions`);
    expect([ended.status, ended.body.data]).toEqual([200, { success: true }]);
    expect(await rowsSince(row)).toEqual([
      { action: 'session.all_ended', outcome: 'success', actor: admin.userId, target: String(id), reason: 'revoked' },
    ]);
    for (const { accessToken, refreshToken } of sessions) {
      expect(await me(accessToken)).toBe(401);
      expect((await app.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status).toBe(401);
    }
    expect(await me(bystander.accessToken)).toBe(200);
    expect((await call('GET', `/${id}/sessions`)).body.data.sessions).toEqual([]);
    expect((await login(username)).status).toBe(200);
  });

  it('disables an account for the very next request on every instance, and enabling brings nothing back [statement 41]', async () => {
    const other = await startTestApp({ clock: app.clock, database: { url: app.databaseUrl } });
    const { id, username, email } = await newPerson();
    const { secret } = await enrolTotp(app, (await logIn(app.http, username)).accessToken);
    const { accessToken, refreshToken, deviceToken } = await trustedClient(app, { username, secret });
    const challenge = await challengeOf(app.http, {}, username);
    await app.http.post('/api/auth/password-reset/request', { email });
    const link = tokenIn((await mailbox.arrived(app)).at(-1));
    const row = await lastRow();
    const { status, body } = await post(`/${id}/disable`);
    expect([status, body.data.user]).toMatchObject([200, { id: String(id), username, status: 'disabled' }]);
    expect(await rowsSince(row)).toEqual([
      {
        action: 'session.all_ended',
        outcome: 'success',
        actor: admin.userId,
        target: String(id),
        reason: 'account_disabled',
      },
      { action: 'user.disabled', outcome: 'success', actor: admin.userId, target: String(id), reason: null },
    ]);
    const headers = { 'X-Device-Token': deviceToken };
    const tries = async (): Promise<number[]> => [
      (await other.http.get('/api/v1/me', { token: accessToken })).status,
      (await other.http.post('/api/auth/refresh', { refresh_token: refreshToken })).status,
      (await verify(other.http, challenge, totpAt(app.clock, { secret, steps: 1 }))).status,
      (await reset(link)).status,
    ];
    expect(await tries()).toEqual([401, 401, 401, 400]);
    expect(outcome(await login(username))).toEqual([401, 'UNAUTHORIZED']);
    expect((await post(`/${id}/disable`)).body.data.user.status).toBe('disabled');
    const enabled = await post(`/${id}/enable`);
    expect([enabled.status, enabled.body.data.user.status]).toEqual([200, 'active']);
    expect((await post(`/${id}/enable`)).status).toBe(200);
    expect(await tries()).toEqual([401, 401, 401, 400]);
    const shortened = await app.http.post('/api/auth/login', { username, password: DEMO_PASSWORD }, { headers });
    expect(outcome(shortened)).toEqual([401, 'MFA_REQUIRED']);
    await other.close();
  });
});
