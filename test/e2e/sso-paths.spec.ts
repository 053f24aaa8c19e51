import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { mintToken } from '../../src/shared/one-time-token.js';
import { mintReadableToken } from '../../src/shared/readable-token.js';
import { allowAgent, refreshAgent } from '../support/agents.js';
import type { Answer } from '../support/http-client.js';
import { mcpClient } from '../support/mcp-client.js';
import { challengeOf, logInTo, logInWithTotp, nextTotp, trustedClient, verify } from '../support/mfa.js';
import {
  type Mode,
  addBreakGlass,
  addConnection,
  addMember,
  addPerson,
  exempt,
  enforce,
  enrol,
  logInBySso,
  unsignedSessionsOf,
  userIdOf,
} from '../support/sign-on.js';
import { type TestApp, startTestApp } from '../support/test-app.js';

/** All people have a second factor, so that the tests can try every way in. */
const PEOPLE = {
  member: 'mia',
  'exempt member': 'vera',
  'member whose exemption has ended': 'adam',
  'member whose exemption was ended': 'ruth',
  'break-glass': 'olivia',
  'guest from another organization': 'oscar',
  'system administrator and member': 'sysadmin',
  stranger: 'nora',
} as const;
type Person = keyof typeof PEOPLE;

const BOUND: readonly Person[] = [
  'member',
  'member whose exemption has ended',
  'member whose exemption was ended',
  'guest from another organization',
];
/** Who may use a password although the others may not. */
const SPARED: readonly Person[] = ['break-glass', 'exempt member'];
const MODES: readonly Mode[] = ['off', 'optional', 'report_only', 'required'];
const NEW_PASSWORD = 'a heron stands in shallow water';
const MEMBERS = '/api/v1/organizations/1/members';

type Attempt = () => Promise<Pick<Answer, 'status' | 'body'>>;

interface Path {
  /** What happens before the switch; answers the way in as it is tried after it. */
  readonly prepare: (username: string) => Promise<Attempt> | Attempt;
  /** The status (and code of a refusal) for a person who may log in. */
  readonly open: readonly unknown[];
  readonly refused: readonly unknown[];
  /** Whether it opens a session by itself. */
  readonly opens: boolean;
  /** Of those who are no members of the organization. */
  readonly elsewhere?: readonly unknown[];
  /** Of a break-glass account or an exempt member while single sign-on is required, where they are not let in as easily as otherwise. */
  readonly whileRequired?: readonly unknown[];
  /** Whether system administrators have no such way. */
  readonly isShutToAdministrators?: true;
  /** Whether it carries the rights of a member alone, and so binds system administrators too. */
  readonly bindsAdministrators?: true;
  /** Whether break-glass accounts have no such way. */
  readonly isShutToBreakGlass?: true;
}

const REFUSED = [403, 'SSO_REQUIRED'];
const GONE = [401, 'UNAUTHORIZED'];
/** What programs use for a person, for a schema that nobody has discovered. Accounts for emergencies have none of it. */
const OF_PROGRAM = {
  open: [200, 'SCHEMA_NOT_DISCOVERED'],
  refused: [200, 'SSO_REQUIRED'],
  opens: false,
  elsewhere: [403, 'FORBIDDEN'],
  isShutToBreakGlass: true,
  bindsAdministrators: true,
} as const;

describe('every way in, while an organization requires single sign-on or does not', () => {
  let app: TestApp;
  let connectionId: number, otherConnectionId: number;
  let passwordHash: string;
  beforeAll(async () => {
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '1000000', SSO_BREAK_GLASS_TOTP: 'true' } });
    [{ password_hash: passwordHash }] = await app.dataSource.query(`SELECT password_hash FROM users WHERE username = 'mia'`);
    connectionId = await addConnection(app);
    otherConnectionId = await addConnection(app, { organizationId: 2, domain: 'estuary.example' });
    await addPerson(app, 'ruth');
    for (const username of ['oscar', 'sysadmin']) await addMember(app, username);
    await addBreakGlass(app, 'olivia');
    for (const username of Object.values(PEOPLE)) await enrol(app, username);
  });
  beforeEach(async () => {
    await enforce(app, 'off');
    await app.dataSource.query('UPDATE users SET password_hash = $1', [passwordHash]);
  });
  afterAll(() => app.close());

  const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);
  const exemptFor = async (person: Person, username: string): Promise<void> => {
    if (person === 'exempt member' || person === 'member whose exemption was ended') await exempt(app, username, inSeconds(86_400));
    if (person === 'member whose exemption has ended') await exempt(app, username, inSeconds(5));
  };
  /** By the clock alone, to the second, or by an administrator, who is kept for emergencies. */
  const endExemptionOf = async (person: Person, username: string): Promise<void> => {
    if (person === 'member whose exemption has ended') app.clock.advance({ seconds: 5 });
    if (person !== 'member whose exemption was ended') return;
    const { accessToken: token } = await afterLogin('olivia');
    const ended = await app.http.delete(`/api/v1/sso/enforcement/1/exemptions/${await userIdOf(app, username)}`, { token });
    expect(ended.status).toBe(200);
  };
  const afterLogin = async (username: string) => logInWithTotp(app, {}, { username });
  const emailOf = async (username: string) =>
    (await app.dataSource.query('SELECT email FROM users WHERE username = $1', [username]))[0].email as string;
  const mailedToken = async (username: string, purpose: string) => {
    const { token, hash } = mintToken();
    await app.dataSource.query(
      `INSERT INTO mailed_tokens (user_id, purpose, request_id, token_hash, email_key, trust_epoch, expires_at)
       SELECT id, $2, $3, $4, email_key, trust_epoch, $5 FROM users WHERE username = $1
       ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash, trust_epoch = excluded.trust_epoch,
         request_id = excluded.request_id, expires_at = excluded.expires_at`,
      [username, purpose, randomUUID(), hash, new Date(app.clock.now().getTime() + 600_000)],
    );
    return token;
  };
  const login = (username: string, password: string = DEMO_PASSWORD) => app.http.post('/api/auth/login', { username, password });
  const see = (token: string) => app.http.get(MEMBERS, { token });

  const PATHS: Readonly<Record<string, Path>> = {
    'password by username': {
      prepare: (username) => () => login(username),
      open: [401, 'MFA_REQUIRED'],
      refused: REFUSED,
      opens: false,
    },
    'password by e-mail address': {
      prepare: async (username) => {
        const email = await emailOf(username);
        return () => login(email);
      },
      open: [401, 'MFA_REQUIRED'],
      refused: REFUSED,
      opens: false,
    },
    'second factor for a challenge from before': {
      prepare: async (username) => {
        const challenge = await challengeOf(app.http, {}, username);
        return () => verify(app.http, challenge, nextTotp(app.clock));
      },
      open: [200, undefined],
      refused: REFUSED,
      opens: true,
    },
    'recovery code for a challenge from before': {
      prepare: async (username) => {
        const { token: code, hash } = mintReadableToken();
        await app.dataSource.query('INSERT INTO mfa_recovery_codes (user_id, code_hash) VALUES ($1, $2)', [
          await userIdOf(app, username),
          hash,
        ]);
        const token = await challengeOf(app.http, {}, username);
        return () => app.http.post('/api/auth/mfa/verify', { mfa_token: token, method: 'recovery_code', code });
      },
      open: [200, undefined],
      refused: REFUSED,
      opens: true,
    },
    'trusted device': {
      prepare: async (username) => {
        const { deviceToken } = await trustedClient(app, { username });
        return () => logInTo(app.http, { 'X-Device-Token': deviceToken }, username);
      },
      open: [200, undefined],
      refused: REFUSED,
      opens: true,
      isShutToBreakGlass: true,
    },
    'password reset, then login': {
      prepare: async (username) => async () => {
        const token = await mailedToken(username, 'password_reset');
        const reset = await app.http.post('/api/auth/password-reset', { token, new_password: NEW_PASSWORD });
        expect([reset.status, reset.body.access_token]).toEqual([200, undefined]);
        return login(username, NEW_PASSWORD);
      },
      open: [401, 'MFA_REQUIRED'],
      refused: REFUSED,
      opens: false,
    },
    'verification of the address, then login': {
      prepare: async (username) => async () => {
        const token = await mailedToken(username, 'email_verification');
        const verified = await app.http.post('/api/auth/email-verification', { token });
        expect([verified.status, verified.body.access_token]).toEqual([200, undefined]);
        return login(username);
      },
      open: [401, 'MFA_REQUIRED'],
      refused: REFUSED,
      opens: false,
    },
    'refresh of a session from before': {
      prepare: async (username) => {
        const { refreshToken } = await afterLogin(username);
        return () => app.http.post('/api/auth/refresh', { refresh_token: refreshToken });
      },
      open: [200, undefined],
      refused: GONE,
      opens: false,
    },
    'use of a session from before': {
      prepare: async (username) => {
        const { accessToken } = await afterLogin(username);
        return () => see(accessToken);
      },
      open: [200, undefined],
      refused: GONE,
      opens: false,
      elsewhere: [403, 'FORBIDDEN'],
    },
    'step-up of a session from before': {
      prepare: async (username) => {
        const { accessToken: token } = await afterLogin(username);
        return () => app.http.post('/api/auth/mfa/step-up', { method: 'totp', code: nextTotp(app.clock) }, { token });
      },
      open: [200, undefined],
      refused: GONE,
      opens: false,
    },
    'session by single sign-on of another organization': {
      prepare: async (username) => {
        const { accessToken } = await logInBySso(app, username, otherConnectionId);
        return () => see(accessToken);
      },
      // All of them have a second factor here, and the provider of another organization does not replace it.
      open: [401, 'STEP_UP_REQUIRED'],
      refused: REFUSED,
      opens: false,
      whileRequired: REFUSED,
      isShutToAdministrators: true,
      elsewhere: [403, 'FORBIDDEN'],
    },
    'session by single sign-on of the organization': {
      prepare: async (username) => {
        const { accessToken } = await logInBySso(app, username, connectionId);
        return () => see(accessToken);
      },
      open: [200, undefined],
      refused: [200, undefined],
      opens: false,
      isShutToAdministrators: true,
      elsewhere: [403, 'FORBIDDEN'],
    },
  };

  /** What a program gets with the credential of a person: what it asks is refused, and not the program. */
  const ask = async (key: string): ReturnType<Attempt> => {
    const { call, client } = await mcpClient(app.url, key);
    const { data } = await call('schema', { data_source_id: 1 });
    await client.close();
    return { status: 200, body: { code: data['code'] } };
  };
  const tokensIn = async (answer: globalThis.Response): Promise<string> => {
    expect(answer.status).toBe(200);
    return (await answer.json()).access_token;
  };
  const scopes = ['schema.read'];
  const OF_PROGRAMS: Readonly<Record<string, Path>> = {
    'key of a session from before': {
      prepare: async (username) => {
        const { accessToken: token } = await afterLogin(username);
        const made = await app.http.post('/api/v1/access-keys', { name: randomUUID(), organization_id: 1, scopes }, { token });
        return () => (made.status === 201 ? ask(made.body.data.access_key.token) : Promise.resolve(made));
      },
      ...OF_PROGRAM,
    },
    'consent to an AI client in a session from before': {
      prepare: async (username) => {
        const { accessToken } = await afterLogin(username);
        return async () => (await allowAgent(app, accessToken, { scopes })).allowed;
      },
      open: [201, undefined],
      refused: GONE,
      opens: false,
      elsewhere: [403, 'FORBIDDEN'],
      isShutToBreakGlass: true,
    },
    'code of an AI client from before': {
      prepare: async (username) => {
        const { accessToken } = await afterLogin(username);
        const { allowed, redeem } = await allowAgent(app, accessToken, { scopes });
        return async () => (allowed.status === 201 ? ask(await tokensIn(await redeem())) : allowed);
      },
      ...OF_PROGRAM,
    },
    'token of an AI client from before': {
      prepare: async (username) => {
        const { accessToken } = await afterLogin(username);
        const { allowed, redeem } = await allowAgent(app, accessToken, { scopes });
        const token = allowed.status === 201 ? await tokensIn(await redeem()) : null;
        return () => (token === null ? Promise.resolve(allowed) : ask(token));
      },
      ...OF_PROGRAM,
    },
    'refresh of an AI client from before': {
      prepare: async (username) => {
        const { accessToken } = await afterLogin(username);
        const { allowed, redeem } = await allowAgent(app, accessToken, { scopes });
        const refreshToken = allowed.status === 201 ? (await (await redeem()).json()).refresh_token : null;
        return async () => (refreshToken === null ? allowed : ask(await tokensIn(await refreshAgent(app, refreshToken))));
      },
      ...OF_PROGRAM,
    },
  };

  const ALL: Readonly<Record<string, Path>> = { ...PATHS, ...OF_PROGRAMS };
  const cases = Object.keys(ALL).flatMap((path) => MODES.map((mode) => ({ path, mode })));
  it.each(cases)('$path, mode $mode', async ({ path: name, mode }) => {
    const path = ALL[name];
    if (path === undefined) throw new Error(name);
    for (const [person, username] of Object.entries(PEOPLE) as [Person, string][]) {
      if (username === PEOPLE['system administrator and member'] && path.isShutToAdministrators === true) continue;
      if (person === 'break-glass' && path.isShutToBreakGlass === true) continue;
      await enforce(app, 'off');
      await app.dataSource.query('DELETE FROM sso_exemptions');
      const attempt = await path.prepare(username);
      await exemptFor(person, username);
      await enforce(app, mode);
      await endExemptionOf(person, username);
      const before = await unsignedSessionsOf(app, username);
      const { status, body } = await attempt();
      const isRefused = mode === 'required' && BOUND.includes(person);
      const whileRequired = mode === 'required' && SPARED.includes(person) ? path.whileRequired : undefined;
      const open = person === 'stranger' ? (path.elsewhere ?? path.open) : path.open;
      const isMemberAlone = mode === 'required' && path.bindsAdministrators === true && person === 'system administrator and member';
      const expected = isRefused || isMemberAlone ? path.refused : (whileRequired ?? open);
      expect([person, status, body.code]).toEqual([person, ...expected]);
      if (isRefused && path.refused === REFUSED)
        expect(body.sso).toEqual({ connection_id: connectionId, start_url: expect.stringMatching(/\/start$/) });
      // A step-up that lost its session, or a login that was refused, leaves nothing that could be used.
      if (isRefused) expect(await unsignedSessionsOf(app, username)).toBe(0);
      else if (path.opens && whileRequired === undefined) expect(await unsignedSessionsOf(app, username)).toBe(before + 1);
    }
  });
});
