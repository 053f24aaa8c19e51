import type { AssuranceLevel, Caller } from '../../../shared/caller.js';

/** Where a session is opened from. */
export interface SessionOrigin {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly deviceName: string;
}

export interface SignOn {
  readonly connectionId: number;
  readonly identityId: number;
  readonly providerSessionId: string | null;
}

export interface OpenedSession {
  readonly sessionId: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly user: { readonly id: number; readonly username: string; readonly email: string; readonly role: string };
}

/** Sessions that a provider vouches for; the sessions context answers. */
export abstract class SignOnSessions {
  /** Joins the unit of work. @returns `null` when the account was disabled, or its credentials changed since the epoch was read */
  abstract open(input: {
    userId: number;
    trustEpoch: number;
    acr: AssuranceLevel;
    signOn: SignOn;
    origin: SessionOrigin;
  }): Promise<OpenedSession | null>;
  /** Keeps it from ending until the unit of work ends. @returns false when it has ended */
  abstract hold(session: { id: number; userId: number }): Promise<boolean>;
  /** Joins the unit of work. @throws Unauthorized when it has ended */
  abstract renew(caller: Caller, acr: AssuranceLevel): Promise<{ accessToken: string; expiresIn: number }>;
  /** `null` for a session that no provider vouched for. */
  abstract signOnOf(caller: Pick<Caller, 'userId' | 'sessionId'>): Promise<SignOn | null>;
  abstract end(caller: Caller): Promise<void>;
  /**
   * Ends sessions that a connection opened: those of a link, of a session at the provider, or both at once. Joins the unit of work.
   * @returns how many
   */
  abstract endOf(input: {
    connectionId: number;
    identityId: number | null;
    providerSessionId: string | null;
    reason: 'revoked' | 'sso_logged_out';
    actorUserId: number | null;
  }): Promise<number>;
}
