import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SetAccountStatus } from '../../src/accounts/application/set-account-status.js';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import { RotateSigningKey } from '../../src/sessions/application/rotate-signing-key.js';
import type { Answer, RequestOptions } from '../support/http-client.js';
import { type LoggedIn, type TestApp, logIn, startTestApp } from '../support/test-app.js';

const WRONG = 'this-is-not-the-password';
const REQUEST_ID = 'audit-rows-request';

/** Action, outcome, actor, target and reason of a row; the target as `type id`. */
type Row = readonly [string, 'success' | 'refused', number | null, string | null, string | null];
/** Prepares what must be there before; what it returns does the one thing under test and tells the rows it must leave. */
type Preparation = () => Promise<() => Promise<readonly Row[]>>;

describe('the audit trail', () => {
  let app: TestApp;
  let olivia: LoggedIn;
  let passwordOfAdam = DEMO_PASSWORD;

  beforeAll(async () => {
    // Tenths of the limits: one failed login or password change is free, and ten of a network.
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.1' } });
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    olivia = await logIn(app.http, 'olivia');
  });
  afterAll(() => app.close());

  const post = async (status: number, path: string, body?: unknown, token?: string): Promise<Answer> =>
    answered(status, await app.http.post(path, body, withId(token)));
  const remove = async (status: number, path: string, token: string): Promise<Answer> =>
    answered(status, await app.http.delete(path, withId(token)));
  const login = (status: number, username: string, password: string) => post(status, '/api/auth/login', { username, password });
  const refresh = (status: number, token = 'A'.repeat(43)) => post(status, '/api/auth/refresh', { refresh_token: token });
  const changePassword = (status: number, by: LoggedIn, current: string, next: string) =>
    post(status, '/api/auth/password', { current_password: current, new_password: next }, by.accessToken);
  const setStatus = (status: 'active' | 'disabled', actorUserId: number | null) =>
    app.app.get(SetAccountStatus).execute({ login: 'nora', status, actorUserId });
  const idOf = async (username: string): Promise<number> =>
    (await app.dataSource.query('SELECT id FROM users WHERE username = $1', [username]))[0].id;

  const overHttp: Record<string, Preparation> = {
    'a login': async () => async () => {
      const { body } = await login(200, 'nora', DEMO_PASSWORD);
      return [['session.logged_in', 'success', Number(body.user.id), `session ${sessionIdOf(body.access_token)}`, null]];
    },
    'a login with a wrong password': async () => async () => {
      await login(401, 'nora', WRONG);
      return [['session.logged_in', 'refused', null, `user ${await idOf('nora')}`, 'wrong_credentials']];
    },
    'a refresh, which grants nothing new': async () => async () => {
      await refresh(200, olivia.refreshToken);
      return [];
    },
    'a logout': async () => async () => {
      await post(204, '/api/auth/logout', undefined, olivia.accessToken);
      const target = `session ${sessionIdOf(olivia.accessToken)}`;
      return [['session.logged_out', 'success', olivia.userId, target, null]];
    },
    'the end of one other session': async () => {
      const other = sessionIdOf((await logIn(app.http, 'olivia')).accessToken);
      return async () => {
        await remove(200, `/api/v1/sessions/${other}`, olivia.accessToken);
        return [['session.revoked', 'success', olivia.userId, `session ${other}`, null]];
      };
    },
    'an attempt on someone else’s session': async () => {
      const foreign = sessionIdOf((await logIn(app.http, 'oscar')).accessToken);
      return async () => {
        await remove(404, `/api/v1/sessions/${foreign}`, olivia.accessToken);
        return [['session.revoked', 'refused', olivia.userId, `session ${foreign}`, 'NotFound']];
      };
    },
    'the end of all other sessions': async () => async () => {
      await remove(200, '/api/v1/sessions', olivia.accessToken);
      return [['session.all_ended', 'success', olivia.userId, `user ${olivia.userId}`, 'revoked']];
    },
    'a password change': async () => {
      const adam = await logIn(app.http, 'adam', passwordOfAdam);
      return async () => {
        await changePassword(200, adam, passwordOfAdam, 'a quiet estuary at low tide');
        passwordOfAdam = 'a quiet estuary at low tide';
        const target = `user ${adam.userId}`;
        return [
          ['session.all_ended', 'success', adam.userId, target, 'password_changed'],
          ['user.password_changed', 'success', adam.userId, target, null],
        ];
      };
    },
    'a password change with a wrong current password': async () =>
      refusedChange(400, WRONG, 'a quiet estuary at low tide', 'WrongCurrentPassword'),
    'a change to a weak password': async () => refusedChange(400, DEMO_PASSWORD, 'short', 'WeakPassword'),
    'a password change that is throttled': async () => {
      const next = 'a quiet estuary at low tide';
      await changePassword(400, olivia, WRONG, next);
      await changePassword(400, olivia, WRONG, next);
      return refusedChange(429, DEMO_PASSWORD, next, 'RateLimited');
    },
  };

  it.each(Object.entries(overHttp))('has exactly the rows of %s, with address and request id [statement 68]', async (_, prepare) => {
    const act = await prepare();
    const before = await lastRow();
    const expected = await act();
    expect(await rowsAfter(before)).toEqual(
      expected.map(([action, outcome, actor, target, reason]) => ({
        action,
        outcome,
        actor,
        target,
        reason,
        ip: '127.0.0.1',
        request: REQUEST_ID,
        at: app.clock.now(),
      })),
    );
  });

  /** Action and reason of the counter to which it must add one. */
  const ofStrangers: Record<string, () => Promise<() => Promise<readonly [string, string]>>> = {
    'a login under an unknown name': async () => async () => {
      await login(401, 'nobody-at-all', DEMO_PASSWORD);
      return ['session.logged_in', 'wrong_credentials'];
    },
    'a login that is throttled, even with the right password': async () => {
      await login(401, 'nora', WRONG);
      await login(401, 'nora', WRONG);
      return async () => {
        await login(429, 'nora', DEMO_PASSWORD);
        return ['session.logged_in', 'throttled'];
      };
    },
    'a refresh with an unknown token': async () => async () => {
      await refresh(401);
      return ['session.refreshed', 'unknown_or_ended'];
    },
    'a refresh that is throttled': async () => {
      for (let attempt = 0; attempt < 11; attempt += 1) await refresh(401);
      return async () => {
        await refresh(429);
        return ['session.refreshed', 'throttled'];
      };
    },
  };

  it.each(Object.entries(ofStrangers))('has no row of %s: it is counted', async (_, prepare) => {
    app.clock.advance({ minutes: 1 });
    const minute = app.clock.now().toISOString();
    const act = await prepare();
    const before = await lastRow();
    const [action, reason] = await act();
    expect(await rowsAfter(before)).toEqual([]);
    const { accessToken: token } = await logIn(app.http, 'sysadmin');
    const { body } = await app.http.get(`/api/v1/audit-events/refusals?from=${minute}`, { token });
    expect(body.data.refusals).toContainEqual({ minute, network: '127.0.0.1', action, reason, count: 1 });
  });

  const elsewhere: Record<string, Preparation> = {
    'disabling an account': async () => async () => {
      const [id, sysadmin] = [await idOf('nora'), await idOf('sysadmin')];
      await setStatus('disabled', sysadmin);
      return [
        ['session.all_ended', 'success', sysadmin, `user ${id}`, 'account_disabled'],
        ['user.disabled', 'success', sysadmin, `user ${id}`, null],
      ];
    },
    'enabling an account': async () => async () => {
      await setStatus('active', null);
      return [['user.enabled', 'success', null, `user ${await idOf('nora')}`, null]];
    },
    'the rotation of the signing key': async () => async () => {
      const kid = await app.app.get(RotateSigningKey).execute('now');
      return [['signing_key.rotated', 'success', null, `signing_key ${kid}`, null]];
    },
    'a rotation that is not due': async () => async () => {
      expect(await app.app.get(RotateSigningKey).execute('if_due')).toBeNull();
      return [];
    },
  };

  it.each(Object.entries(elsewhere))('has exactly the rows of %s, without an address [statement 68]', async (_, prepare) => {
    const act = await prepare();
    const before = await lastRow();
    const expected = await act();
    const nowhere = { ip: null, request: null, at: app.clock.now() };
    expect(await rowsAfter(before)).toEqual(
      expected.map(([action, outcome, actor, target, reason]) => ({
        action,
        outcome,
        actor,
        target,
        reason,
        ...nowhere,
      })),
    );
  });

  function refusedChange(status: number, current: string, next: string, reason: string) {
    return async (): Promise<readonly Row[]> => {
      await changePassword(status, olivia, current, next);
      return [['user.password_changed', 'refused', olivia.userId, `user ${olivia.userId}`, reason]];
    };
  }
  async function lastRow(): Promise<string> {
    return (await app.dataSource.query('SELECT coalesce(max(id), 0) AS id FROM audit_events'))[0].id;
  }
  function rowsAfter(id: string): Promise<unknown[]> {
    return app.dataSource.query(
      `SELECT action, outcome, actor_user_id AS actor, target_type || ' ' || target_id AS target,
              detail->>'reason' AS reason, ip, request_id AS request, occurred_at AS at
         FROM audit_events WHERE id > $1 AND target_type IS DISTINCT FROM 'member' ORDER BY id`,
      [id],
    );
  }
});

function withId(token: string | undefined): RequestOptions {
  return { token, headers: { 'X-Request-Id': REQUEST_ID } };
}

function answered(status: number, answer: Answer): Answer {
  expect(answer.status).toBe(status);
  return answer;
}

function sessionIdOf(accessToken: string): number {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid;
}
