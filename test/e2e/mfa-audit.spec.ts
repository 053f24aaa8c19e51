import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_PASSWORD } from '../../src/demo/demo-data.js';
import type { Answer, RequestOptions } from '../support/http-client.js';
import { type MfaLogin, challengeOf, enrolTotp, logInTo, logInWithTotp, nextTotp, totpAt, trustedClient, verify } from '../support/mfa.js';
import { type TestApp, logIn, startTestApp } from '../support/test-app.js';

const REQUEST_ID = 'mfa-audit-request';
const WRONG_CODE = '000000';
const UNKNOWN_TOKEN = 'A'.repeat(43);
const [ONE_DEVICE, OTHER_DEVICE] = [`${'m'.repeat(42)}A`, `${'o'.repeat(42)}A`];

/** Action, outcome, actor, target and reason of a row; the target as `type id`. */
type Row = readonly [string, 'success' | 'refused', number | null, string | null, string | null];
/** Prepares what must be there before; what it returns does the one thing under test and tells the rows it must leave. */
type Preparation = () => Promise<() => Promise<readonly Row[]>>;

describe('the audit trail', () => {
  let app: TestApp;
  let mia: number;

  beforeAll(async () => {
    // Tenths of the limits: one wrong code is free, and five activation tokens.
    app = await startTestApp({ environment: { RATE_LIMIT_MULTIPLIER: '0.1' } });
    mia = (await app.dataSource.query(`SELECT id FROM users WHERE username = 'mia'`))[0].id;
  });
  beforeEach(async () => {
    await app.dataSource.query('DELETE FROM attempt_throttles');
    // So that a code is never the one of a test before.
    app.clock.advance({ minutes: 2 });
  });
  afterAll(() => app.close());

  const post = async (status: number, path: string, body?: unknown, token?: string): Promise<Answer> =>
    answered(status, await app.http.post(path, body, withId(token)));
  const patch = async (status: number, path: string, body: unknown, token: string): Promise<Answer> =>
    answered(status, await app.http.patch(path, body, withId(token)));
  const remove = async (status: number, path: string, token: string): Promise<Answer> =>
    answered(status, await app.http.delete(path, withId(token)));
  const verifyWith = async (
    status: number,
    mfaToken: string,
    code: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => answered(status, await verify(app.http, mfaToken, code, { ...headers, 'X-Request-Id': REQUEST_ID }));
  const verifyRecoveryCode = (status: number, mfaToken: string, code: string) =>
    post(status, '/api/auth/mfa/verify', { mfa_token: mfaToken, method: 'recovery_code', code });
  const loginOnDevice = async (status: number, deviceToken: string): Promise<Answer> =>
    answered(status, await logInTo(app.http, { 'X-Device-Token': deviceToken, 'X-Request-Id': REQUEST_ID }));
  const stepUp = (status: number, { accessToken }: MfaLogin, code: string) =>
    post(status, '/api/auth/mfa/step-up', { method: 'totp', code }, accessToken);
  const activate = (status: number, { accessToken }: { accessToken: string }, activationToken: string) =>
    post(status, '/api/v1/devices/activate', { activation_token: activationToken }, accessToken);
  const skip = (status: number, { accessToken }: { accessToken: string }, activationToken: string) =>
    post(status, '/api/v1/devices/skip-activation', { activation_token: activationToken }, accessToken);
  const recoveryCodesOf = async ({ accessToken }: MfaLogin): Promise<string[]> =>
    (await post(200, '/api/v1/mfa/recovery-codes', undefined, accessToken)).body.data.recovery_codes;
  const beginEnrolment = async (accessToken: string): Promise<{ factor_id: number; secret: string }> =>
    (await post(201, '/api/v1/mfa/totp', {}, accessToken)).body.data;
  const offeredDeviceOf = async ({ accessToken }: MfaLogin): Promise<number> =>
    (await app.dataSource.query('SELECT device_id AS id FROM device_activations WHERE session_id = $1', [sessionIdOf(accessToken)]))[0].id;

  const verified = (status: 200 | 401 | 429, reason: string | null): Row => [
    'mfa.verified',
    status === 200 ? 'success' : 'refused',
    mia,
    null,
    reason,
  ];
  const loggedIn = ({ body }: Answer): Row => [
    'session.logged_in',
    'success',
    Number(body.user.id),
    `session ${sessionIdOf(body.access_token)}`,
    null,
  ];
  const secondFactorDue = (): Row => ['session.logged_in', 'refused', mia, null, 'mfa_required'];
  const otherSessionsEnded = (userId: number): Row => ['session.all_ended', 'success', userId, `user ${userId}`, 'mfa_changed'];

  const logins: Record<string, Preparation> = {
    'a login that is asked for the second factor': async () => async () => {
      answered(401, await logInTo(app.http, { 'X-Request-Id': REQUEST_ID }));
      return [secondFactorDue()];
    },
    'a verification with the right code': async () => {
      const mfaToken = await challengeOf(app.http);
      return async () => {
        const answer = await verifyWith(200, mfaToken, nextTotp(app.clock));
        const device = await offeredDeviceOf({ accessToken: answer.body.access_token } as MfaLogin);
        return [verified(200, null), loggedIn(answer), ['device.activation_offered', 'success', mia, `device ${device}`, null]];
      };
    },
    'a verification with a wrong code': async () => {
      const mfaToken = await challengeOf(app.http);
      return async () => {
        await verifyWith(401, mfaToken, WRONG_CODE);
        return [verified(401, 'wrong_totp')];
      };
    },
    'a verification with a wrong recovery code': async () => {
      const mfaToken = await challengeOf(app.http);
      return async () => {
        await verifyRecoveryCode(401, mfaToken, '000000-000000-000000-000000');
        return [verified(401, 'wrong_recovery_code')];
      };
    },
    'a verification that is throttled, even with the right code': async () => {
      const mfaToken = await challengeOf(app.http);
      for (let attempt = 0; attempt < 2; attempt += 1) await verifyWith(401, mfaToken, WRONG_CODE);
      return async () => {
        await verifyWith(429, mfaToken, totpAt(app.clock));
        return [verified(429, 'throttled')];
      };
    },
    'a verification from another device than the login': async () => {
      const mfaToken = await challengeOf(app.http, { 'X-Device-Token': ONE_DEVICE });
      return async () => {
        await verifyWith(401, mfaToken, nextTotp(app.clock), { 'X-Device-Token': OTHER_DEVICE });
        return [verified(401, 'other_device')];
      };
    },
    'the use of a recovery code, which brings no offer to trust the device': async () => {
      const [code = ''] = await recoveryCodesOf(await logInWithTotp(app));
      const mfaToken = await challengeOf(app.http);
      return async () => {
        const answer = await verifyRecoveryCode(200, mfaToken, code);
        return [['mfa.recovery_code_used', 'success', mia, `user ${mia}`, null], verified(200, null), loggedIn(answer)];
      };
    },
    'a step-up': async () => {
      const login = await logInWithTotp(app);
      return async () => {
        const { body } = await stepUp(200, login, nextTotp(app.clock));
        return [['session.stepped_up', 'success', mia, `session ${sessionIdOf(body.access_token)}`, null]];
      };
    },
    'a step-up with a wrong code': async () => {
      const login = await logInWithTotp(app);
      return async () => {
        await stepUp(401, login, WRONG_CODE);
        return [refusedStepUp(login, 'wrong_totp')];
      };
    },
    'a step-up that is throttled, even with the right code': async () => {
      const login = await logInWithTotp(app);
      for (let attempt = 0; attempt < 2; attempt += 1) await stepUp(401, login, WRONG_CODE);
      return async () => {
        app.clock.advance({ seconds: 20 });
        await stepUp(429, login, totpAt(app.clock, { steps: 1 }));
        return [refusedStepUp(login, 'throttled')];
      };
    },
  };

  const factors: Record<string, Preparation> = {
    'an enrolment that is begun': async () => {
      const { accessToken, userId } = await logIn(app.http, 'olivia');
      return async () => {
        const { factor_id: id } = await beginEnrolment(accessToken);
        return [['mfa.enrolment_begun', 'success', userId, `mfa_factor ${id}`, null]];
      };
    },
    'an enrolment that is confirmed': async () => {
      const { accessToken, userId } = await logIn(app.http, 'adam');
      const { factor_id: id, secret } = await beginEnrolment(accessToken);
      return async () => {
        await post(200, `/api/v1/mfa/totp/${id}/confirm`, { code: totpAt(app.clock, { secret }) }, accessToken);
        return [otherSessionsEnded(userId), ['mfa.factor_added', 'success', userId, `mfa_factor ${id}`, null]];
      };
    },
    'a confirmation with a wrong code': async () => {
      const { accessToken, userId } = await logIn(app.http, 'olivia');
      const { factor_id: id } = await beginEnrolment(accessToken);
      return async () => {
        await post(400, `/api/v1/mfa/totp/${id}/confirm`, { code: WRONG_CODE }, accessToken);
        return [['mfa.factor_added', 'refused', userId, `mfa_factor ${id}`, 'WrongFactorCode']];
      };
    },
    'the removal of a factor': async () => {
      const { accessToken } = await logInWithTotp(app);
      const { factorId } = await enrolTotp(app, accessToken);
      return async () => {
        await remove(200, `/api/v1/mfa/factors/${factorId}`, accessToken);
        return [otherSessionsEnded(mia), ['mfa.factor_removed', 'success', mia, `mfa_factor ${factorId}`, null]];
      };
    },
    'an attempt on someone else’s factor': async () => {
      const { factor_id: id } = await beginEnrolment((await logIn(app.http, 'olivia')).accessToken);
      const { accessToken } = await logInWithTotp(app);
      return async () => {
        await remove(404, `/api/v1/mfa/factors/${id}`, accessToken);
        return [['mfa.factor_removed', 'refused', mia, `mfa_factor ${id}`, 'NotFound']];
      };
    },
    'the replacement of the recovery codes': async () => {
      const login = await logInWithTotp(app);
      return async () => {
        await recoveryCodesOf(login);
        return [otherSessionsEnded(mia), ['mfa.recovery_codes_replaced', 'success', mia, `user ${mia}`, null]];
      };
    },
  };

  const devices: Record<string, Preparation> = {
    'an activation': async () => {
      const login = await logInWithTotp(app);
      return async () => {
        const { body } = await activate(200, login, login.activationToken);
        return [['device.activated', 'success', mia, `device ${body.data.device_id}`, null]];
      };
    },
    'the renunciation of an activation': async () => {
      const login = await logInWithTotp(app);
      const device = await offeredDeviceOf(login);
      return async () => {
        await skip(200, login, login.activationToken);
        return [['device.activation_skipped', 'success', mia, `device ${device}`, null]];
      };
    },
    'an activation with an unknown token': refusal(400, 'unknown', async () => {
      const login = await logInWithTotp(app);
      return { by: login, token: UNKNOWN_TOKEN };
    }),
    'an activation with what is no token at all': refusal(400, 'unknown', async () => {
      const login = await logInWithTotp(app);
      return { by: login, token: 'activate me' };
    }),
    'an activation with a used token': refusal(400, 'used', async () => {
      const login = await logInWithTotp(app);
      await activate(200, login, login.activationToken);
      return { by: login, token: login.activationToken };
    }),
    'an activation from another session of the same user': refusal(400, 'misused', async () => {
      const [first, second] = [await logInWithTotp(app), await logInWithTotp(app)];
      return { by: second, token: first.activationToken };
    }),
    'an activation by another person, even after the five minutes': refusal(400, 'misused', async () => {
      const { activationToken } = await logInWithTotp(app);
      app.clock.advance({ minutes: 6 });
      return { by: await logIn(app.http, 'olivia'), token: activationToken };
    }),
    'an activation with another device token than the verification': refusal(400, 'misused', async () => {
      const login = await logInWithTotp(app, { 'X-Device-Token': ONE_DEVICE });
      return { by: login, token: login.activationToken };
    }),
    'an activation that was skipped before': refusal(404, 'device_not_found', async () => {
      const login = await logInWithTotp(app);
      await skip(200, login, login.activationToken);
      return { by: login, token: login.activationToken };
    }),
    'an activation after a change of the credentials': refusal(404, 'device_not_found', async () => {
      const login = await logInWithTotp(app);
      await recoveryCodesOf(login);
      return { by: login, token: login.activationToken };
    }),
    'an activation after five minutes': refusal(410, 'activation_window_expired', async () => {
      const login = await logInWithTotp(app);
      app.clock.advance({ minutes: 5 });
      return { by: login, token: login.activationToken };
    }),
    'an activation that is throttled, even with a token that was never shown': refusal(429, 'throttled', async () => {
      const login = await logInWithTotp(app);
      for (let attempt = 0; attempt < 6; attempt += 1) await activate(400, login, UNKNOWN_TOKEN);
      return { by: login, token: UNKNOWN_TOKEN };
    }),
    'a renunciation with an unknown token': async () => {
      const login = await logInWithTotp(app);
      return async () => {
        await skip(400, login, UNKNOWN_TOKEN);
        return [['device.activation_skipped', 'refused', mia, null, 'unknown']];
      };
    },
    'a new name for a device': async () => {
      const { deviceId, accessToken } = await trustedClient(app);
      return async () => {
        await patch(200, `/api/v1/devices/${deviceId}`, { device_name: 'The gauge at the weir' }, accessToken);
        return [['device.renamed', 'success', mia, `device ${deviceId}`, null]];
      };
    },
    'an attempt to rename someone else’s device': async () => {
      const { deviceId } = await trustedClient(app);
      const { accessToken, userId } = await logIn(app.http, 'olivia');
      return async () => {
        await patch(404, `/api/v1/devices/${deviceId}`, { device_name: 'Mine' }, accessToken);
        return [['device.renamed', 'refused', userId, `device ${deviceId}`, 'DeviceNotFound']];
      };
    },
    'a revocation': async () => {
      const { deviceId, accessToken } = await trustedClient(app);
      return async () => {
        await remove(200, `/api/v1/devices/${deviceId}`, accessToken);
        return [['device.revoked', 'success', mia, `device ${deviceId}`, null]];
      };
    },
    'a revocation of what is revoked, which changes nothing': async () => {
      const { deviceId, accessToken } = await trustedClient(app);
      await remove(200, `/api/v1/devices/${deviceId}`, accessToken);
      return async () => {
        await remove(200, `/api/v1/devices/${deviceId}`, accessToken);
        return [];
      };
    },
    'an attempt to revoke someone else’s device': async () => {
      const { deviceId } = await trustedClient(app);
      const { accessToken, userId } = await logIn(app.http, 'olivia');
      return async () => {
        await remove(404, `/api/v1/devices/${deviceId}`, accessToken);
        return [['device.revoked', 'refused', userId, `device ${deviceId}`, 'DeviceNotFound']];
      };
    },
    'a login that a trusted device shortens': async () => {
      const { deviceId, deviceToken } = await trustedClient(app);
      return async () => [
        ['device.recognised', 'success', mia, `device ${deviceId}`, null],
        loggedIn(await loginOnDevice(200, deviceToken)),
      ];
    },
    'a login with a device token that is replaced already, within the grace': async () => {
      const { deviceId, deviceToken } = await trustedClient(app);
      await loginOnDevice(200, deviceToken);
      app.clock.advance({ seconds: 30 });
      return async () => [
        ['device.recognised', 'success', mia, `device ${deviceId}`, null],
        loggedIn(await loginOnDevice(200, deviceToken)),
      ];
    },
    'a login with a device token that was replaced long before: a theft': async () => {
      const { deviceId, deviceToken } = await trustedClient(app);
      await loginOnDevice(200, deviceToken);
      app.clock.advance({ seconds: 31 });
      return async () => {
        await loginOnDevice(401, deviceToken);
        return [
          ['session.all_ended', 'success', null, `user ${mia}`, 'device_stolen'],
          ['device.token_reused', 'refused', mia, `device ${deviceId}`, null],
          secondFactorDue(),
        ];
      };
    },
    'a login from a device that was revoked': async () => {
      const { deviceId, deviceToken, accessToken } = await trustedClient(app);
      await remove(200, `/api/v1/devices/${deviceId}`, accessToken);
      return async () => {
        await loginOnDevice(401, deviceToken);
        return [secondFactorDue()];
      };
    },
  };

  it.each(Object.entries({ ...logins, ...factors, ...devices }))(
    'holds of %s exactly its rows, with address and request id [statement 68]',
    async (_, prepare) => {
      const act = await prepare();
      const before = await lastRow();
      const expected = await act();
      const where = { ip: '127.0.0.1', request: REQUEST_ID, at: app.clock.now() };
      expect(await rowsAfter(before)).toEqual(
        expected.map(([action, outcome, actor, target, reason]) => ({
          action,
          outcome,
          actor,
          target,
          reason,
          ...where,
        })),
      );
    },
  );

  it('holds no row of a verification with a token that is unknown or has ended: it is counted', async () => {
    const mfaToken = await challengeOf(app.http);
    await verifyWith(200, mfaToken, nextTotp(app.clock));
    const before = await lastRow();
    await verifyWith(401, mfaToken, nextTotp(app.clock));
    await verifyWith(401, UNKNOWN_TOKEN, nextTotp(app.clock));
    expect(await rowsAfter(before)).toEqual([]);
    const [counter] = await app.dataSource.query(
      `SELECT refusals::int, reason FROM refusal_counts WHERE action = 'mfa.verified' ORDER BY minute DESC LIMIT 1`,
    );
    expect(counter).toEqual({ refusals: 2, reason: 'unknown_or_ended' });
  });

  it('holds the refusal of a login whose password changed between password and code [statement 68]', async () => {
    const { accessToken } = await logInWithTotp(app);
    const mfaToken = await challengeOf(app.http);
    const next = 'a heron stands in shallow water';
    const changed = (from: string, to: string) =>
      post(200, '/api/auth/password', { current_password: from, new_password: to }, accessToken);
    await changed(DEMO_PASSWORD, next);
    const before = await lastRow();
    await verifyWith(401, mfaToken, nextTotp(app.clock));
    const rows = await rowsAfter(before);
    await app.dataSource.query('DELETE FROM attempt_throttles');
    await changed(next, DEMO_PASSWORD);
    expect(rows).toContainEqual(expect.objectContaining({ outcome: 'refused', request: REQUEST_ID }));
  });

  function refusedStepUp({ accessToken }: MfaLogin, reason: string): Row {
    return ['session.stepped_up', 'refused', mia, `session ${sessionIdOf(accessToken)}`, reason];
  }
  function refusal(
    status: number,
    reason: string,
    prepare: () => Promise<{ by: { accessToken: string; userId: number }; token: string }>,
  ): Preparation {
    return async () => {
      const { by, token } = await prepare();
      return async () => {
        await activate(status, by, token);
        return [['device.activated', 'refused', by.userId, null, reason]];
      };
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
  expect([answer.status, answer.body?.code]).toEqual([status, status < 300 ? undefined : expect.any(String)]);
  return answer;
}

function sessionIdOf(accessToken: string): number {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sid;
}
