import type { AssuranceLevel, AuthenticationMethod } from '../../shared/caller.js';

/** How clients learn what a user is: a system administrator, the most powerful role held anywhere, or just a user. */
export function roleNameOf(user: { isSystemAdmin: boolean }, highestRole: string | undefined): string {
  return user.isSystemAdmin ? 'system_admin' : (highestRole ?? 'user');
}

export const ACCESS_TOKEN_SECONDS = 3600;
/** Tolerated difference between the clocks of two instances. */
export const CLOCK_SKEW_SECONDS = 5;

/** What an access token says beside issuer and audience (RFC 7519, RFC 8176, OpenID Connect Core `acr`, `auth_time`). */
export interface AccessTokenClaims {
  readonly sub: string;
  readonly sid: number;
  readonly amr: readonly AuthenticationMethod[];
  readonly acr: AssuranceLevel;
  readonly auth_time: number;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
}

export interface TokenSubject {
  readonly userId: number;
  readonly sessionId: number;
  readonly amr: readonly AuthenticationMethod[];
  readonly acr: AssuranceLevel;
  readonly authenticatedAt: Date;
}

export function claimsFor(subject: TokenSubject, now: Date): AccessTokenClaims {
  const iat = seconds(now);
  return {
    sub: String(subject.userId),
    sid: subject.sessionId,
    amr: subject.amr,
    acr: subject.acr,
    auth_time: seconds(subject.authenticatedAt),
    iat,
    nbf: iat,
    exp: iat + ACCESS_TOKEN_SECONDS,
  };
}

interface NamedSession {
  readonly userId: number;
  readonly sessionId: number;
  readonly isTokenExpired: boolean;
}

/**
 * The user and session that the token names, or `null`; everything else is read from the session itself. An expired token names them
 * only with `takesExpired`.
 */
export function subjectOf(payload: unknown, now: Date, takesExpired = false): NamedSession | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { sub, sid, nbf, exp } = payload as Partial<Record<keyof AccessTokenClaims, unknown>>;
  const userId = typeof sub === 'string' && /^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : NaN;
  if (!isId(userId) || !isId(sid) || typeof nbf !== 'number' || typeof exp !== 'number') return null;
  const at = seconds(now);
  const isTokenExpired = at >= exp;
  return at + CLOCK_SKEW_SECONDS < nbf || (isTokenExpired && !takesExpired) ? null : { userId, sessionId: sid, isTokenExpired };
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
