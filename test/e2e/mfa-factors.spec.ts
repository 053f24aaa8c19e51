import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/http-client.js';
import { challengeOf, enrolTotp, logInTo, logInWithTotp, nextTotp, totpAt, trustedClient, verify } from '../support/mfa.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const FACTORS = '/api/v1/mfa/factors';
const RECOVERY_CODE = /^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/;
const PNG_SIGNATURE = '89504e470d0a1a0a';

interface Enrolled extends LoggedIn {
  readonly username: string;
  readonly factorId: number;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

describe('second factors', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    for (const table of ['attempt_throttles', 'mfa_factors', 'mfa_recovery_codes']) await app.dataSource.query(`DELETE FROM ${table}`);
  });
  afterAll(() => app.close());

  const claimsOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  const outcome = ({ status, body }: Answer) => [status, body.code];
  const begin = (token: string, body: unknown = {}) => app.http.post('/api/v1/mfa/totp', body, { token });
  const confirm = (token: string, factorId: unknown, code: unknown) =>
    app.http.post(`/api/v1/mfa/totp/${String(factorId)}/confirm`, { code }, { token });
  const listed = async (token: string) => (await app.http.get(FACTORS, { token })).body.data;
  const remove = (token: string, factorId: unknown) => app.http.delete(`${FACTORS}/${String(factorId)}`, { token });
  const newCodes = (token: string) => app.http.post('/api/v1/mfa/recovery-codes', undefined, { token });
  const stepUp = (token: string, method: string, code: string) => app.http.post('/api/auth/mfa/step-up', { method, code }, { token });
  const useCode = (mfaToken: string, code: string) =>
    app.http.post('/api/auth/mfa/verify', { mfa_token: mfaToken, method: 'recovery_code', code });
  const challenge = (username: string) => challengeOf(app.http, {}, username);
  const methodsAtLogin = async (username: string) => (await logInTo(app.http, {}, username)).body.mfa?.methods;

  /** Someone with one authenticator app whose session has just proved it. */
  const enrolled = async (username: string): Promise<Enrolled> => {
    const { accessToken } = await logIn(app.http, username);
    const { factorId, secret, recoveryCodes } = await enrolTotp(app, accessToken);
    return {
      username,
      factorId,
      secret,
      recoveryCodes: recoveryCodes ?? [],
      ...(await logInWithTotp(app, {}, { username, secret })),
    };
  };

  const isAlive = async ({ accessToken, refreshToken }: LoggedIn) => {
    const me = await app.http.get('/api/v1/me', { token: accessToken });
    const refreshed = await app.http.post('/api/auth/refresh', { refresh_token: refreshToken });
    return [me.status, refreshed.status];
  };

  const mailsDuring = async (act: () => Promise<unknown>): Promise<readonly (readonly [string, string])[]> => {
    const [{ last }] = await app.dataSource.query('SELECT coalesce(max(id), 0) AS last FROM outbox_mails');
    await act();
    const mails = await app.dataSource.query('SELECT recipient, subject FROM outbox_mails WHERE id > $1 ORDER BY id', [last]);
    return mails.map(({ recipient, subject }: { recipient: string; subject: string }) => [recipient, subject]);
  };

  /** Every row of every table of ours as text; bytes read as hex. */
  const everyRow = async (): Promise<string> => {
    const tables = await app.dataSource.query(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    let text = '';
    for (const { name } of tables) {
      const rows = await app.dataSource.query(`SELECT t::text AS row FROM "${name}" t`);
      text += rows.map(({ row }: { row: string }) => row).join('\n');
    }
    return text.toLowerCase();
  };

  const expectNowhere = async (secret: string) => {
    const rows = await everyRow();
    const log = app.log.join('').toLowerCase();
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      expect(rows).not.toContain(form.toLowerCase());
      expect(log).not.toContain(form.toLowerCase());
    }
  };

  describe('GET /api/v1/mfa/factors', () => {
    it('answers an empty list to users without one', async () => {
      const { accessToken } = await logIn(app.http, 'nora');
      const { status, body, headers } = await app.http.get(FACTORS, { token: accessToken });
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          data: { factors: [], recovery_codes_left: 0, total_count: 0, message: body.message },
          message: expect.any(String),
        },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it('lists the caller’s own confirmed factors, and how many recovery codes are left', async () => {
      const olivia = await enrolled('olivia');
      await enrolled('adam');
      const confirmedAt = app.clock.now().toISOString();
      const pending = await begin(olivia.accessToken, { name: 'Tablet' });
      expect(pending.status).toBe(201);
      const before = await listed(olivia.accessToken);
      expect(before.factors).toEqual([
        {
          id: olivia.factorId,
          type: 'totp',
          name: 'Authenticator app',
          confirmed_at: expect.any(String),
          last_used_at: expect.any(String),
        },
      ]);
      expect(before.recovery_codes_left).toBe(10);
      await confirm(olivia.accessToken, pending.body.data.factor_id, totpAt(app.clock, pending.body.data));
      const after = await listed(olivia.accessToken);
      expect(after.factors.map(({ name }: { name: string }) => name)).toEqual(['Authenticator app', 'Tablet']);
      expect(after.factors[1].confirmed_at).toBe(confirmedAt);
    });

    it('needs an access token', async () => {
      expect(outcome(await app.http.get(FACTORS))).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  describe('POST /api/v1/mfa/totp', () => {
    it('answers a secret of 160 bits, its address for authenticator apps and a picture of that', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { status, body, headers } = await begin(accessToken);
      expect(status).toBe(201);
      expect(Object.keys(body.data).sort()).toEqual(['factor_id', 'otpauth_url', 'qr_code', 'secret']);
      const { factor_id: factorId, secret, otpauth_url: otpauthUrl, qr_code: qrCode } = body.data;
      expect(Number.isInteger(factorId) && factorId > 0).toBe(true);
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      const url = new URL(otpauthUrl);
      expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
      expect(decodeURIComponent(url.pathname)).toBe('/Headgate headgate.test:olivia@delta.example (Authenticator app)');
      expect([url.searchParams.get('secret'), url.searchParams.get('issuer')]).toEqual([secret, 'Headgate headgate.test']);
      const picture = Buffer.from(/^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/.exec(qrCode)?.[1] ?? '', 'base64');
      expect(picture.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it.each(['Work phone', 'a', 'ü'.repeat(100), '<b>"phone"</b>'])('takes the name %j', async (name) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { body } = await begin(accessToken, { name });
      await confirm(accessToken, body.data.factor_id, totpAt(app.clock, body.data));
      expect((await listed(accessToken)).factors[0].name).toBe(name);
    });

    it.each([
      [{ name: '' }],
      [{ name: '   ' }],
      [{ name: 'x'.repeat(101) }],
      [{ name: 7 }],
      [{ name: ['phone'] }],
      [{ name: { first: 'phone' } }],
      [{ name: 'nul\u0000byte' }],
      [{ name: 'phone', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }],
      [[]],
    ])('refuses the body %j with 400', async (body) => {
      const { accessToken } = await logIn(app.http, 'olivia');
      expect(outcome(await begin(accessToken, body))).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('makes no login ask for a second factor before it is confirmed', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      await begin(accessToken);
      const again = await logIn(app.http, 'olivia');
      const me = await app.http.get('/api/v1/me', { token: again.accessToken });
      expect(me.body.data.mfa).toEqual({ enrolled: false, methods: [] });
      expect((await listed(again.accessToken)).factors).toEqual([]);
    });

    it('does not replace what someone else has begun', async () => {
      const adam = await logIn(app.http, 'adam');
      const olivia = await logIn(app.http, 'olivia');
      const { body } = await begin(adam.accessToken);
      await begin(olivia.accessToken);
      const code = totpAt(app.clock, body.data);
      expect((await confirm(adam.accessToken, body.data.factor_id, code)).status).toBe(200);
    });

    it('shows the secret this once and keeps it nowhere in the clear [statement 26]', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { secret } = await enrolTotp(app, accessToken);
      for (const path of [FACTORS, '/api/v1/me', '/api/v1/sessions'])
        expect((await app.http.get(path, { token: accessToken })).text).not.toContain(secret);
      await expectNowhere(secret);
    });
  });

  describe('POST /api/v1/mfa/totp/{factor_id}/confirm', () => {
    it('answers ten recovery codes with the first factor and null with the second', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const first = (await begin(accessToken)).body.data;
      const confirmed = await confirm(accessToken, first.factor_id, totpAt(app.clock, first));
      expect([confirmed.status, confirmed.body]).toEqual([
        200,
        {
          success: true,
          data: { recovery_codes: expect.any(Array), message: confirmed.body.message },
          message: expect.any(String),
        },
      ]);
      expect(new Set(confirmed.body.data.recovery_codes).size).toBe(10);
      expect(confirmed.headers.get('cache-control')).toBe('no-store');

      const proved = await stepUp(accessToken, 'totp', nextTotp(app.clock, first.secret));
      const second = (await begin(proved.body.access_token)).body.data;
      const answer = await confirm(proved.body.access_token, second.factor_id, totpAt(app.clock, second));
      expect([answer.status, answer.body.data.recovery_codes]).toEqual([200, null]);
      expect((await listed(proved.body.access_token)).recovery_codes_left).toBe(10);
    });

    it('lets each of several factors complete a login', async () => {
      const olivia = await enrolled('olivia');
      const second = await enrolTotp(app, olivia.accessToken);
      for (const { secret } of [olivia, second, olivia]) await logInWithTotp(app, {}, { username: 'olivia', secret });
      expect(await methodsAtLogin('olivia')).toEqual(['totp', 'recovery_code']);
    });

    it('refuses a wrong code with 400 and takes the right one afterwards', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { factor_id: factorId, secret } = (await begin(accessToken)).body.data;
      const stale = totpAt(app.clock, { secret, steps: -2 });
      for (const code of ['', 'abcdef', '12345', stale, '１２３４５６']) {
        const { status, body } = await confirm(accessToken, factorId, code);
        expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION_FAILED', 'code']);
      }
      expect((await listed(accessToken)).factors).toEqual([]);
      expect((await confirm(accessToken, factorId, totpAt(app.clock, { secret }))).status).toBe(200);
    });

    it('refuses a body of another shape with 400', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { factor_id: factorId } = (await begin(accessToken)).body.data;
      for (const body of [{}, [], { code: 123456 }, { code: null }, { code: '1'.repeat(33) }, { code: '1', extra: 1 }]) {
        const answer = await app.http.post(`/api/v1/mfa/totp/${factorId}/confirm`, body, { token: accessToken });
        expect([body, ...outcome(answer)]).toEqual([body, 400, 'VALIDATION_FAILED']);
      }
    });

    it('does not count wrong codes, because the person who enrols was shown the secret', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { factor_id: factorId, secret } = (await begin(accessToken)).body.data;
      for (let attempt = 0; attempt < 12; attempt += 1) expect((await confirm(accessToken, factorId, 'abcdef')).status).toBe(400);
      expect((await confirm(accessToken, factorId, totpAt(app.clock, { secret }))).status).toBe(200);
    });

    it('answers 409 to a second confirmation, 404 to a foreign, unknown or removed factor, 400 to an invalid id', async () => {
      const olivia = await enrolled('olivia');
      const adam = await logIn(app.http, 'adam');
      const foreign = (await begin(adam.accessToken)).body.data;
      const code = nextTotp(app.clock, olivia.secret);
      expect(outcome(await confirm(olivia.accessToken, olivia.factorId, code))).toEqual([409, 'CONFLICT']);
      const right = totpAt(app.clock, foreign);
      expect(outcome(await confirm(olivia.accessToken, foreign.factor_id, right))).toEqual([404, 'NOT_FOUND']);
      expect(outcome(await confirm(olivia.accessToken, 2147483647, code))).toEqual([404, 'NOT_FOUND']);
      for (const id of ['abc', 0, -1, 2147483648, '1.5', '1e3', '%00'])
        expect(outcome(await confirm(olivia.accessToken, id, code))).toEqual([400, 'VALIDATION_FAILED']);
      expect((await confirm(adam.accessToken, foreign.factor_id, right)).status).toBe(200);
    });

    it('spends the code: it completes no login [statement 20]', async () => {
      const { accessToken } = await logIn(app.http, 'olivia');
      const { secret } = await enrolTotp(app, accessToken);
      const mfaToken = await challenge('olivia');
      for (const steps of [0, -1]) expect((await verify(app.http, mfaToken, totpAt(app.clock, { secret, steps }))).status).toBe(401);
      expect((await verify(app.http, mfaToken, nextTotp(app.clock, secret))).status).toBe(200);
    });

    it('ends the other sessions, keeps this one and tells the owner [statements 42, 55]', async () => {
      const [other, mine, stranger] = [await logIn(app.http, 'olivia'), await logIn(app.http, 'olivia'), await logIn(app.http, 'adam')];
      const { body } = await begin(mine.accessToken);
      expect(await isAlive(other)).toEqual([200, 200]);
      const mails = await mailsDuring(async () => confirm(mine.accessToken, body.data.factor_id, totpAt(app.clock, body.data)));
      expect(mails).toEqual([['olivia@delta.example', 'A second factor was added to your Headgate account']]);
      expect(await isAlive(mine)).toEqual([200, 200]);
      expect(await isAlive(other)).toEqual([401, 401]);
      expect(await isAlive(stranger)).toEqual([200, 200]);
    });

    it('ends device trust and logins that wait [statement 23]', async () => {
      const olivia = await enrolled('olivia');
      const { deviceToken, accessToken } = await trustedClient(app, olivia);
      const waiting = await challenge('olivia');
      const { secret } = await enrolTotp(app, accessToken);
      expect((await verify(app.http, waiting, nextTotp(app.clock, secret))).status).toBe(401);
      const login = await logInTo(app.http, { 'X-Device-Token': deviceToken }, 'olivia');
      expect(outcome(login)).toEqual([401, 'MFA_REQUIRED']);
    });
  });

  describe('DELETE /api/v1/mfa/factors/{id}', () => {
    it('removes one of two: its codes stop working, the other’s still work, the password alone is not enough', async () => {
      const olivia = await enrolled('olivia');
      const second = await enrolTotp(app, olivia.accessToken);
      const { status, body } = await remove(olivia.accessToken, olivia.factorId);
      expect([status, body.data]).toEqual([200, { success: true }]);
      const { factors, recovery_codes_left: left } = await listed(olivia.accessToken);
      expect([factors.map(({ id }: { id: number }) => id), left]).toEqual([[second.factorId], 10]);
      const mfaToken = await challenge('olivia');
      expect((await verify(app.http, mfaToken, nextTotp(app.clock, olivia.secret))).status).toBe(401);
      expect((await verify(app.http, mfaToken, totpAt(app.clock, second))).status).toBe(200);
    });

    it('ends the other sessions, device trust and logins that wait, keeps this one, tells the owner [statements 42, 55]', async () => {
      const olivia = await enrolled('olivia');
      const second = await enrolTotp(app, olivia.accessToken);
      const { deviceToken, ...mine } = await trustedClient(app, olivia);
      const other = await logInWithTotp(app, {}, olivia);
      const waiting = await challenge('olivia');
      const mails = await mailsDuring(() => remove(mine.accessToken, olivia.factorId));
      expect(mails).toEqual([['olivia@delta.example', 'A second factor was removed from your Headgate account']]);
      expect(await isAlive(mine)).toEqual([200, 200]);
      expect(await isAlive(other)).toEqual([401, 401]);
      expect((await verify(app.http, waiting, nextTotp(app.clock, second.secret))).status).toBe(401);
      const login = await logInTo(app.http, { 'X-Device-Token': deviceToken }, 'olivia');
      expect(outcome(login)).toEqual([401, 'MFA_REQUIRED']);
    });

    it('makes the password enough again with the last factor and voids the recovery codes', async () => {
      const olivia = await enrolled('olivia');
      const waiting = await challenge('olivia');
      expect((await remove(olivia.accessToken, olivia.factorId)).status).toBe(200);
      expect(await listed(olivia.accessToken)).toMatchObject({ factors: [], recovery_codes_left: 0 });
      expect(await app.dataSource.query('SELECT 1 FROM mfa_recovery_codes')).toEqual([]);
      expect((await useCode(waiting, String(olivia.recoveryCodes[0]))).status).toBe(401);
      const again = await logIn(app.http, 'olivia');
      const { recoveryCodes } = await enrolTotp(app, again.accessToken);
      expect(recoveryCodes).toHaveLength(10);
      const mfaToken = await challenge('olivia');
      expect((await useCode(mfaToken, String(olivia.recoveryCodes[1]))).status).toBe(401);
      expect((await useCode(mfaToken, String(recoveryCodes?.[1]))).status).toBe(200);
    });

    it('answers 404 for someone else’s factor and leaves it as it is', async () => {
      const olivia = await enrolled('olivia');
      const adam = await enrolled('adam');
      const nora = await logIn(app.http, 'nora');
      for (const { accessToken } of [adam, nora]) expect(outcome(await remove(accessToken, olivia.factorId))).toEqual([404, 'NOT_FOUND']);
      expect(await isAlive(olivia)).toEqual([200, 200]);
      expect(await isAlive(adam)).toEqual([200, 200]);
      await logInWithTotp(app, {}, olivia);
      expect((await listed(olivia.accessToken)).factors).toHaveLength(1);
    });

    it('answers 404 for an unknown or removed factor, 400 for an invalid id', async () => {
      const olivia = await enrolled('olivia');
      await enrolTotp(app, olivia.accessToken);
      expect((await remove(olivia.accessToken, olivia.factorId)).status).toBe(200);
      for (const id of [olivia.factorId, 2147483647]) expect(outcome(await remove(olivia.accessToken, id))).toEqual([404, 'NOT_FOUND']);
      for (const id of ['abc', 0, 2147483648]) expect(outcome(await remove(olivia.accessToken, id))).toEqual([400, 'VALIDATION_FAILED']);
    });
  });

  describe('recovery codes [statement 25]', () => {
    const at = (codes: readonly string[], index: number) => String(codes[index]);

    it('are ten of 24 characters in four groups, kept as hashes only and shown no second time', async () => {
      const { recoveryCodes, accessToken } = await enrolled('olivia');
      expect(recoveryCodes).toHaveLength(10);
      for (const code of recoveryCodes) {
        expect(code).toMatch(RECOVERY_CODE);
        await expectNowhere(code);
        await expectNowhere(code.replaceAll('-', ''));
      }
      for (const path of [FACTORS, '/api/v1/me'])
        expect((await app.http.get(path, { token: accessToken })).text).not.toContain(at(recoveryCodes, 0).slice(0, 6));
    });

    it('complete a login once, offer no trust in the device and say so in the token', async () => {
      const { recoveryCodes } = await enrolled('olivia');
      const { status, body } = await useCode(await challenge('olivia'), at(recoveryCodes, 0));
      expect([status, body.device_activation]).toEqual([200, null]);
      expect(claimsOf(body.access_token)).toMatchObject({ amr: ['pwd', 'rc'], acr: 'aal2' });
      const me = await app.http.get('/api/v1/me', { token: body.access_token });
      expect(me.body.data.mfa.methods).toEqual(['totp', 'recovery_code']);
      expect((await listed(body.access_token)).recovery_codes_left).toBe(9);
      expect(outcome(await useCode(await challenge('olivia'), at(recoveryCodes, 0)))).toEqual([401, 'UNAUTHORIZED']);
    });

    it.each([
      ['in upper case', (code: string) => code.toUpperCase()],
      ['without dashes', (code: string) => code.replaceAll('-', '')],
      ['with spaces instead', (code: string) => ` ${code.replaceAll('-', ' ')} `],
    ])('work %s', async (_how, written) => {
      const { recoveryCodes } = await enrolled('olivia');
      expect((await useCode(await challenge('olivia'), written(at(recoveryCodes, 3)))).status).toBe(200);
      expect((await useCode(await challenge('olivia'), at(recoveryCodes, 3))).status).toBe(401);
    });

    it('are accepted only in the given form', async () => {
      await enrolled('olivia');
      const nonsense = ['', '-', '0'.repeat(24), '000000-000000-000000', '\u0000'.repeat(24), '💧'.repeat(6), "' OR 1 --"];
      for (const code of nonsense) {
        const answer = await useCode(await challenge('olivia'), code);
        expect([code, ...outcome(answer)]).toEqual([code, 401, 'UNAUTHORIZED']);
      }
    });

    it('belong to their owner, and do not work as a code of an authenticator app', async () => {
      const olivia = await enrolled('olivia');
      await enrolled('adam');
      expect((await useCode(await challenge('adam'), at(olivia.recoveryCodes, 0))).status).toBe(401);
      const mfaToken = await challenge('olivia');
      expect((await verify(app.http, mfaToken, at(olivia.recoveryCodes, 0))).status).toBe(401);
      expect((await useCode(mfaToken, nextTotp(app.clock, olivia.secret))).status).toBe(401);
      expect((await useCode(mfaToken, at(olivia.recoveryCodes, 0))).status).toBe(200);
    });

    it('leave a mail and a row in the audit trail when one is used [statement 55]', async () => {
      const { recoveryCodes, userId } = await enrolled('olivia');
      const mfaToken = await challenge('olivia');
      expect(await mailsDuring(() => useCode(mfaToken, '0'.repeat(24)))).toEqual([]);
      const mails = await mailsDuring(() => useCode(mfaToken, at(recoveryCodes, 0)));
      expect(mails).toEqual([['olivia@delta.example', 'A recovery code of your Headgate account was used']]);
      const rows = await app.dataSource.query(
        `SELECT outcome, actor_user_id AS actor, detail FROM audit_events
          WHERE action = 'mfa.recovery_code_used' AND target_type = 'user' ORDER BY id DESC LIMIT 1`,
      );
      expect(rows).toEqual([{ outcome: 'success', actor: userId, detail: { left: 9 } }]);
    });

    it('are void with a new set, which ends the other sessions and tells the owner [statements 42, 55]', async () => {
      const olivia = await enrolled('olivia');
      const other = await logInWithTotp(app, {}, olivia);
      let answer: Answer | undefined;
      const mails = await mailsDuring(async () => (answer = await newCodes(olivia.accessToken)));
      expect(mails).toEqual([['olivia@delta.example', 'Your Headgate recovery codes were replaced']]);
      expect(answer?.status).toBe(200);
      expect(answer?.headers.get('cache-control')).toBe('no-store');
      const codes: string[] = answer?.body.data.recovery_codes;
      expect(codes).toHaveLength(10);
      expect(codes.filter((code) => olivia.recoveryCodes.includes(code))).toEqual([]);
      expect(await isAlive(olivia)).toEqual([200, 200]);
      expect(await isAlive(other)).toEqual([401, 401]);
      const mfaToken = await challenge('olivia');
      for (const code of olivia.recoveryCodes.slice(0, 3)) expect((await useCode(mfaToken, code)).status).toBe(401);
      expect((await useCode(mfaToken, at(codes, 0))).status).toBe(200);
    });

    it('are no longer a login method when none is left', async () => {
      const olivia = await enrolled('olivia');
      expect(await methodsAtLogin('olivia')).toEqual(['totp', 'recovery_code']);
      let token = olivia.accessToken;
      for (const code of olivia.recoveryCodes) {
        const { status, body } = await stepUp(token, 'recovery_code', code);
        expect(status).toBe(200);
        token = body.access_token;
      }
      expect((await listed(token)).recovery_codes_left).toBe(0);
      expect(await methodsAtLogin('olivia')).toEqual(['totp']);
    });
  });
});
