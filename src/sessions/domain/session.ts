import type { AssuranceLevel, AuthenticationMethod } from '../../shared/caller.js';
import { DomainError, Unauthorized } from '../../shared/domain-error.js';

/**
 * The password is right and a second factor is due. 200 always means a token pair, so this is a refusal that tells the
 * next step.
 */
export class MfaRequired extends DomainError {
  constructor(challenge: { token: string; methods: readonly string[]; expiresIn: number }) {
    const { token, methods, expiresIn } = challenge;
    super('unauthenticated', 'MFA_REQUIRED', 'Confirm the login with your second factor.', undefined, {
      mfa: { token, methods, expires_in: expiresIn },
    });
  }
}

/** Wrong, used, replayed and late codes get one answer; so does a login that has ended. */
export class WrongSecondFactor extends Unauthorized {
  constructor() {
    super('The code is wrong or used, or this login has ended. Try the next code, or log in again.');
  }
}

export type SessionEnd =
  | 'logged_out'
  | 'replaced'
  | 'revoked'
  | 'password_changed'
  | 'password_reset'
  | 'address_changed'
  | 'mfa_changed'
  | 'account_disabled'
  | 'account_claimed'
  | 'deprovisioned'
  | 'device_stolen'
  | 'limit_reached'
  | 'sso_required'
  | 'sso_connection_closed'
  | 'sso_logged_out';

/** How long a session may be idle, and how long it may last however busy it is. */
export abstract class SessionLifetime {
  abstract readonly idleSeconds: number;
  abstract readonly absoluteSeconds: number;
}

/** What the login established; the access token repeats it as long as the session lasts. */
export interface Authentication {
  readonly amr: readonly AuthenticationMethod[];
  readonly acr: AssuranceLevel;
  readonly authenticatedAt: Date;
  /** When a second factor of the user's own was last proved here; `null` for never, whatever a provider says. */
  readonly mfaAt: Date | null;
}

/** Where the session was opened, for the owner's list of sessions; only the network is ever compared. */
export interface SessionOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly deviceName: string;
}

/**
 * How an identity provider established who the user is; when its own session ends, it ends this one (single logout).
 */
export interface SignOn {
  readonly connectionId: number;
  readonly identityId: number;
  /** `sid` of OpenID Connect, SessionIndex of SAML; `null` when the provider names none. */
  readonly providerSessionId: string | null;
}

/** Kept until the session ends. */
export interface KeptSignOn extends SignOn {
  /** Of OpenID Connect, for `id_token_hint` at logout; `null` where there is none to send. */
  readonly idToken: string | null;
}

/** A session that is over, with what its provider has to be told. */
export interface EndedSession {
  readonly sessionId: number;
  readonly userId: number;
  readonly signOn: KeptSignOn | null;
}

export interface NewSession extends Authentication, SessionOrigin {
  readonly userId: number;
  /** The trusted device that shortened the login. */
  readonly deviceId: number | null;
  readonly signOn: KeptSignOn | null;
  readonly refreshTokenHash: Uint8Array;
  readonly expiresAt: Date;
}

export function openSession(
  input: {
    userId: number;
    deviceId: number | null;
    signOn: KeptSignOn | null;
    refreshTokenHash: Uint8Array;
    authentication: Authentication;
    origin: SessionOrigin;
    /** `null`: as long as every other session. */
    longestSeconds: number | null;
  },
  lifetime: SessionLifetime,
): NewSession {
  const { userId, deviceId, signOn, refreshTokenHash, authentication, origin, longestSeconds } = input;
  const seconds = Math.min(lifetime.absoluteSeconds, longestSeconds ?? Infinity);
  const expiresAt = new Date(authentication.authenticatedAt.getTime() + seconds * 1000);
  return { userId, deviceId, signOn, refreshTokenHash, ...authentication, ...origin, expiresAt };
}

/** Sessions that were last used before this moment have been idle too long. */
export function idleLimit(now: Date, lifetime: SessionLifetime): Date {
  return new Date(now.getTime() - lifetime.idleSeconds * 1000);
}
