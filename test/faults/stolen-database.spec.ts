import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import type { Answer } from '../support/http-client.js';
import { type MfaLogin, challengeOf, enrolTotp, logInTo, logInWithTotp, nextTotp, totpAt, trustedClient, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const AT_A_TIME = 16;
const NEW_PASSWORD_OF_OSCAR = 'a quiet estuary at low tide';
/** What a header can carry: NUL, line ends and letters beyond Latin-1 never leave the client. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const DEVICE_TOKEN = /^[A-Za-z0-9_-]{43}$/;
const PASSWORD_HASH = /^\$\w+\$/;
/** 20 bytes or more in whole groups, as authenticator apps take them. */
const BASE_32 = /^(?:[A-Za-z2-7]{8}){4,16}$/;

/** Where secrets are kept in one form or another: a dump without these would prove nothing. */
const HIDING = [
  'public.application_secrets.value_sealed',
  'public.attempt_throttles.key',
  'public.audit_events.detail',
  'public.device_activations.token_hash',
  'public.device_tokens.token_hash',
  'public.mfa_ceremonies.webauthn_challenge',
  'public.mfa_challenges.token_hash',
  'public.mfa_factors.secret_sealed',
  'public.mfa_recovery_codes.code_hash',
  'public.outbox_mails.body_sealed',
  'public.sessions.refresh_token_hash',
  'public.signing_keys.private_key_sealed',
  'public.users.password_hash',
];

interface Value {
  readonly text: string;
  /** Table and column it was found in first. */
  readonly where: string;
}

/** In the hands of an attacker who lacks only what the dump might tell. */
interface Held {
  readonly login: MfaLogin;
  readonly recoveryCode: string;
}

interface LeftOpen extends Held {
  readonly mfaToken: string;
  readonly deviceToken: string;
}

interface Challenges {
  readonly code: string;
  readonly seed: string;
  readonly recovery: string;
}

/** One way to use a value. @returns whether the answer tells it from a value that means nothing */
interface Probe {
  readonly as: string;
  fits?(text: string): boolean;
  opens(text: string): Promise<boolean>;
}

describe('a database dump', () => {
  let app: TestApp;
  /** Everything that was handed out and that the database must not tell. */
  const secrets: string[] = [DEMO_PASSWORD, DEMO_TOTP.secret, NEW_PASSWORD_OF_OSCAR];
  let left: LeftOpen;

  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000' } });
    left = await everythingOnce();
    // A sweep makes more mistakes than a challenge takes; without this only its first five would be judged.
    await app.dataSource.query(`
      CREATE FUNCTION forget_failures() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN NEW.failures := 0; RETURN NEW; END'`);
    await app.dataSource.query(`
      CREATE TRIGGER forget_failures BEFORE UPDATE ON mfa_challenges
        FOR EACH ROW WHEN (NEW.failures > OLD.failures) EXECUTE FUNCTION forget_failures()`);
  });
  afterAll(() => app.close());

  it('replayed against the API opens nothing [statement 38]', async () => {
    const values = await dump();
    expect(values.map(({ where }) => where)).toEqual(expect.arrayContaining(HIDING));
    const challenges = await threeChallenges();
    expect(await sweep(values, { ...left, challenges })).toEqual([]);
    // Otherwise it has tried its keys on doors that were walled up.
    for (const mfaToken of [left.mfaToken, ...Object.values(challenges)])
      expect((await verify(app.http, mfaToken, nextTotp(app.clock))).status).toBe(200);
    expect((await logInTo(app.http, { 'X-Device-Token': left.deviceToken })).status).toBe(200);
    const activation = { activation_token: left.login.activationToken };
    const activated = await app.http.post('/api/v1/devices/activate', activation, { token: left.login.accessToken });
    expect(activated.status).toBe(200);
  });

  it('holds none of the secrets that were handed out, and no private key [statement 38]', async () => {
    const values = await dump();
    expect(secrets.length).toBeGreaterThan(25);
    const found = values.filter(({ text }) => secrets.some((secret) => text.includes(secret)));
    expect(found).toEqual([]);
    expect(values.filter(({ text }) => /PRIVATE KEY|"d"\s*:/.test(text))).toEqual([]);
  });

  it('opens doors as soon as it holds a live secret, which shows that the test would notice', async () => {
    const login = await logInWithTotp(app);
    const recoveryCodes = await recoveryCodesOf(login);
    const { deviceToken } = await trustedClient(app);
    const { accessToken, refreshToken } = await logIn(app.http, 'olivia');
    const open = await logInWithTotp(app);
    const planted: Record<string, string> = {
      'access token': accessToken,
      'refresh token': refreshToken,
      'mfa token': await challengeOf(app.http),
      password: DEMO_PASSWORD,
      'activation token': open.activationToken,
      'device token': deviceToken,
      'TOTP code': nextTotp(app.clock),
      'TOTP seed': DEMO_TOTP.secret,
      'recovery code': recoveryCodes[1] ?? '',
    };
    await app.dataSource.query('CREATE TABLE scratch (kept text, hidden bytea, wrapped jsonb)');
    for (const [kind, secret] of Object.entries(planted)) {
      // Beside the plain form the two others, of which each must be seen as well.
      if (kind === 'refresh token') {
        await app.dataSource.query('INSERT INTO scratch (hidden) VALUES ($1)', [Buffer.from(secret, 'base64url')]);
      } else if (kind === 'access token') {
        await app.dataSource.query('INSERT INTO scratch (wrapped) VALUES ($1)', [{ nested: [{ secret }] }]);
      } else {
        await app.dataSource.query('INSERT INTO scratch (kept) VALUES ($1)', [secret]);
      }
    }
    const values = (await dump()).filter(({ where }) => where.startsWith('public.scratch.'));
    const held = { login: open, recoveryCode: recoveryCodes[0] ?? '', challenges: await threeChallenges() };
    const found = await sweep(values, held, () => true);
    await app.dataSource.query('DROP TABLE scratch');
    expect(found.sort()).toEqual([
      'public.scratch.hidden as refresh token',
      'public.scratch.kept as TOTP code',
      'public.scratch.kept as TOTP seed',
      'public.scratch.kept as activation token',
      'public.scratch.kept as device token',
      'public.scratch.kept as mfa token',
      'public.scratch.kept as password of mia',
      'public.scratch.kept as password of olivia',
      'public.scratch.kept as recovery code',
      'public.scratch.wrapped as access token',
    ]);
  });

  /** Leaves something behind in every table that a user can reach, and notes the secrets that come to light on the way. */
  async function everythingOnce(): Promise<LeftOpen> {
    const { http, dataSource } = app;
    for (const name of ['olivia', 'sysadmin', 'nora']) {
      const { accessToken, refreshToken } = await logIn(http, name);
      const refreshed = await http.post('/api/auth/refresh', { refresh_token: refreshToken });
      secrets.push(accessToken, refreshToken, refreshed.body.access_token);
    }
    await http.post('/api/auth/login', { username: 'nobody', password: 'a secret that nobody has' });
    secrets.push('a secret that nobody has');

    const oscar = await logIn(http, 'oscar');
    const change = { current_password: DEMO_PASSWORD, new_password: NEW_PASSWORD_OF_OSCAR };
    expect((await http.post('/api/auth/password', change, { token: oscar.accessToken })).status).toBe(200);

    const vera = await logIn(http, 'vera');
    const enrolled = await enrolTotp(app, vera.accessToken);
    const left = await http.post('/api/v1/mfa/totp', {}, { token: (await logIn(http, 'adam')).accessToken });
    const passkey = await http.post('/api/v1/mfa/webauthn/options', {}, { token: oscar.accessToken });
    expect([left.status, passkey.status]).toEqual([201, 200]);
    secrets.push(enrolled.secret, left.body.data.secret, ...(enrolled.recoveryCodes ?? []));

    // First, for it ends what follows.
    const recoveryCodes = await recoveryCodesOf(await logInWithTotp(app));
    const client = await trustedClient(app);
    const rotated = await logInTo(http, { 'X-Device-Token': client.deviceToken });
    expect(rotated.status).toBe(200);
    const deviceToken = rotated.headers.get('x-device-token') ?? '';
    const browser = await logInTo(http, { 'Sec-Fetch-Site': 'same-origin' });
    const [, cookie = ''] = /headgate_device\w*=([^;]+)/.exec(browser.headers.get('set-cookie') ?? '') ?? [];
    const login = await logInWithTotp(app);
    const mfaToken = await challengeOf(http);
    secrets.push(...recoveryCodes, client.deviceToken, client.activationToken, deviceToken, cookie);
    secrets.push(browser.body.mfa.token, login.activationToken, login.accessToken, login.refreshToken, mfaToken);

    const [kept] = await dataSource.query(`
      SELECT (SELECT count(*)::int FROM mfa_challenges WHERE ended_at IS NULL) AS challenges,
             (SELECT count(*)::int FROM mfa_factors WHERE confirmed_at IS NULL) AS enrolments,
             (SELECT count(*)::int FROM mfa_ceremonies) AS ceremonies,
             (SELECT count(*)::int FROM mfa_recovery_codes) AS "recoveryCodes",
             (SELECT count(*)::int FROM device_activations WHERE status = 'open') AS activations,
             (SELECT count(*)::int FROM device_tokens WHERE replaced_at IS NOT NULL) AS "replacedTokens",
             (SELECT count(*)::int FROM outbox_mails WHERE body_sealed IS NOT NULL) AS mails`);
    expect(Object.entries(kept).filter(([, count]) => count === 0)).toEqual([]);
    expect(secrets.filter((secret) => secret.length < 15)).toEqual([]);
    return { login, mfaToken, deviceToken, recoveryCode: recoveryCodes[0] ?? '' };
  }

  async function recoveryCodesOf({ accessToken }: MfaLogin): Promise<string[]> {
    const { status, body } = await app.http.post('/api/v1/mfa/recovery-codes', undefined, { token: accessToken });
    expect(status).toBe(200);
    return body.data.recovery_codes;
  }

  /** Every value of every column, what is inside of lists and objects, and bytes in each writing that people use. */
  async function dump(): Promise<Value[]> {
    const found = new Map<string, string>();
    const keep = (text: string, where: string): void => {
      if (text.length < 6 || text.length > 4000 || found.has(text)) return;
      found.set(text, where);
    };
    for (const { schema, name, column, type } of await columns()) {
      const where = `${schema}.${name}.${column}`;
      const rows: { value: string | Buffer }[] = await app.dataSource.query(
        `SELECT DISTINCT "${column}"${type === 'bytea' ? '' : '::text'} AS value
           FROM "${schema}"."${name}" WHERE "${column}" IS NOT NULL`,
      );
      for (const { value } of rows) {
        if (Buffer.isBuffer(value)) {
          for (const encoding of ['base64url', 'base64', 'hex', 'latin1'] as const) keep(value.toString(encoding), where);
        } else {
          keep(value, where);
          for (const part of partsOf(value)) keep(part, where);
        }
      }
    }
    return [...found].map(([text, where]) => ({ text, where }));
  }

  /** A dump holds the schema of the job queue too, with the payloads of the jobs. */
  function columns(): Promise<{ schema: string; name: string; column: string; type: string }[]> {
    return app.dataSource.query(`
      SELECT c.table_schema AS schema, c.table_name AS name, c.column_name AS "column", c.data_type AS type
        FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_catalog, table_schema, table_name)
       WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
         AND c.table_name NOT IN ('rivers', 'migrations')
       ORDER BY 1, 2, 3`);
  }

  /** A key that fits spends its challenge, so each kind has one to itself. */
  async function threeChallenges(): Promise<Challenges> {
    const [code, seed, recovery] = [await challengeOf(app.http), await challengeOf(app.http), await challengeOf(app.http)];
    return { code, seed, recovery };
  }

  /** @returns `table.column as use` for every value that opened something */
  async function sweep(
    values: readonly Value[],
    held: Held & { challenges: Challenges },
    isPassword = (text: string) => PASSWORD_HASH.test(text),
  ): Promise<string[]> {
    const found: string[] = [];
    for (const probe of probesOf(held, isPassword)) {
      const fitting = values.filter(({ text }) => probe.fits?.(text) ?? true);
      const next = fitting.values();
      const lane = async (): Promise<void> => {
        for (const { text, where } of next) if (await probe.opens(text)) found.push(`${where} as ${probe.as}`);
      };
      await Promise.all(Array.from({ length: AT_A_TIME }, lane));
    }
    return found;
  }

  /** Each of them has whatever else it takes, so that the value alone decides. */
  function probesOf(held: Held & { challenges: Challenges }, isPassword: (text: string) => boolean): Probe[] {
    const { http, clock } = app;
    const { login, recoveryCode, challenges } = held;
    const isHeader = (text: string): boolean => HEADER_VALUE.test(text);
    const proves = async (mfaToken: string, method: string, code: string): Promise<boolean> =>
      !isRefused(await http.post('/api/auth/mfa/verify', { mfa_token: mfaToken, method, code }), [400, 401]);
    const passwordOf = (username: string): Probe => ({
      as: `password of ${username}`,
      fits: isPassword,
      opens: async (password) => !isRefused(await http.post('/api/auth/login', { username, password }), [401]),
    });
    return [
      {
        as: 'access token',
        fits: isHeader,
        opens: async (token) => !isRefused(await http.get('/api/v1/me', { token }), [401]),
      },
      {
        as: 'refresh token',
        opens: async (token) => !isRefused(await http.post('/api/auth/refresh', { refresh_token: token }), [400, 401]),
      },
      { as: 'mfa token', opens: (token) => proves(token, 'recovery_code', recoveryCode) },
      {
        as: 'activation token',
        // 404 and 410 would tell that the token is known.
        opens: async (token) =>
          !isRefused(await http.post('/api/v1/devices/activate', { activation_token: token }, { token: login.accessToken }), [400]),
      },
      { as: 'TOTP code', opens: (code) => proves(challenges.code, 'totp', code) },
      {
        as: 'TOTP seed',
        fits: (text) => BASE_32.test(text),
        opens: async (secret) => {
          const code = totpAt(clock, { secret: secret.toUpperCase(), steps: 1 });
          return !isRefused(await verify(http, challenges.seed, code), [401]);
        },
      },
      { as: 'recovery code', opens: (code) => proves(challenges.recovery, 'recovery_code', code) },
      {
        as: 'device token',
        fits: (text) => DEVICE_TOKEN.test(text),
        opens: async (token) => !isRefused(await logInTo(http, { 'X-Device-Token': token }), [401], 'MFA_REQUIRED'),
      },
      passwordOf('mia'),
      passwordOf('olivia'),
    ];
  }
});

/** Anything but the plain refusal counts as found: 200 opens, 429 was not judged, 500 is an accident. */
function isRefused({ status, body }: Answer, statuses: readonly number[], code?: string): boolean {
  const expected = code === undefined ? ['UNAUTHORIZED', 'VALIDATION_FAILED', 'INVALID_ACTIVATION_TOKEN'] : [code];
  return statuses.includes(status) && expected.includes(body.code);
}

/** Strings inside of JSON, and the words of any other text: a token in an address or a sentence is a token. */
function partsOf(text: string): string[] {
  return text.match(/[\w.~+/=$-]{6,}/g) ?? [];
}
