import { generateSync } from 'otplib';
import { DEMO_PASSWORD, DEMO_TOTP } from '../../src/demo/demo-data.js';
import type { FixedClock } from './fixed-clock.js';
import type { Answer, HttpClient } from './http-client.js';
import type { TestApp } from './test-app.js';

type Headers = Readonly<Record<string, string>>;
type App = Pick<TestApp, 'http' | 'clock'>;

/** The six digits that an authenticator app shows now, or some steps of 30 seconds away. */
export function totpAt(clock: FixedClock, { secret = DEMO_TOTP.secret, steps = 0 } = {}): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) + steps * 30 });
}

/** Moves the clock first, for no code is taken twice. */
export function nextTotp(clock: FixedClock, secret?: string): string {
  clock.advance({ seconds: 30 });
  return totpAt(clock, secret === undefined ? {} : { secret });
}

export function logInTo(http: HttpClient, headers: Headers = {}, username: string = DEMO_TOTP.user): Promise<Answer> {
  return http.post('/api/auth/login', { username, password: DEMO_PASSWORD }, { headers });
}

/** The token of the challenge that a login as the user with TOTP is answered with. */
export async function challengeOf(http: HttpClient, headers: Headers = {}, username?: string): Promise<string> {
  const { status, body } = await logInTo(http, headers, username);
  if (status !== 401 || body.code !== 'MFA_REQUIRED') throw new Error(`The login answered ${status} ${body.code}.`);
  return body.mfa.token;
}

export function verify(http: HttpClient, mfaToken: string, code: string, headers: Headers = {}): Promise<Answer> {
  return http.post('/api/auth/mfa/verify', { mfa_token: mfaToken, method: 'totp', code }, { headers });
}

export interface MfaLogin {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly userId: number;
  readonly activationToken: string;
}

/** Password and code, from a client that shows these headers both times. */
export async function logInWithTotp(
  { http, clock }: App,
  headers: Headers = {},
  user: { username?: string; secret?: string } = {},
): Promise<MfaLogin> {
  const mfaToken = await challengeOf(http, headers, user.username);
  const { status, body } = await verify(http, mfaToken, nextTotp(clock, user.secret), headers);
  if (status !== 200) throw new Error(`The verification answered ${status}.`);
  return {
    accessToken: body.access_token,
    refreshToken: body.refresh_token,
    userId: Number(body.user.id),
    activationToken: body.device_activation?.activation_token ?? '',
  };
}

export interface TrustedClient extends MfaLogin {
  readonly deviceId: number;
  readonly deviceToken: string;
}

/** A client without a cookie jar that has just become a trusted device. */
export async function trustedClient(app: App, user: { username?: string; secret?: string } = {}): Promise<TrustedClient> {
  const login = await logInWithTotp(app, {}, user);
  const { status, body, headers } = await app.http.post(
    '/api/v1/devices/activate',
    { activation_token: login.activationToken },
    { token: login.accessToken },
  );
  if (status !== 200) throw new Error(`The activation answered ${status} ${body.code}.`);
  return { ...login, deviceId: body.data.device_id, deviceToken: headers.get('x-device-token') ?? '' };
}

/** Enrols an authenticator app for someone who is logged in. @returns its secret and the recovery codes */
export async function enrolTotp(
  { http, clock }: App,
  token: string,
): Promise<{ factorId: number; secret: string; recoveryCodes: readonly string[] | null }> {
  const begun = await http.post('/api/v1/mfa/totp', {}, { token });
  const { factor_id: factorId, secret } = begun.body.data;
  const confirmed = await http.post(`/api/v1/mfa/totp/${factorId}/confirm`, { code: nextTotp(clock, secret) }, { token });
  if (confirmed.status !== 200) throw new Error(`The confirmation answered ${confirmed.status}.`);
  return { factorId, secret, recoveryCodes: confirmed.body.data.recovery_codes };
}
