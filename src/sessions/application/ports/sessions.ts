import type { AuthenticationMethod, AssuranceLevel, Caller } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';
import type { Authentication, EndedSession, NewSession, SessionEnd, SignOn } from '../../domain/session.js';

export interface UnsignedScope {
  readonly organizationId: number;
  /** `null` for every member. */
  readonly userIds: readonly number[] | null;
  readonly except: readonly number[];
}

/**
 * Live sessions of an organization's members that no identity provider vouches for, except those of system
 * administrators.
 */
export abstract class UnsignedSessions {
  /** @returns how many ended */
  abstract end(scope: UnsignedScope, reason: SessionEnd, at: Date): Promise<number>;
  /** Lets none of them outlive `until`. @returns how many there are */
  abstract shorten(scope: UnsignedScope, until: Date, now: Date): Promise<number>;
  abstract count(scope: UnsignedScope, now: Date): Promise<number>;
}

/** A live session as its owner sees it. */
export interface SessionRow {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly ip: string | null;
  readonly deviceName: string;
  readonly amr: readonly AuthenticationMethod[];
}

export interface LiveSession {
  readonly caller: Caller;
  readonly lastUsedAt: Date;
}

export interface RefreshableSession {
  readonly sessionId: number;
  readonly userId: number;
  readonly amr: readonly AuthenticationMethod[];
  readonly acr: AssuranceLevel;
  readonly authenticatedAt: Date;
}

/** A session is live while it has not ended, neither limit has passed and its user is active. */
export interface Liveness {
  readonly now: Date;
  readonly idleSince: Date;
}

export interface SessionsOfConnection {
  readonly connectionId: number;
  readonly providerSessionId: string | null;
  readonly identityId: number | null;
}

/** What a login meets. */
export interface Recognition {
  /** Whether the account has logged in from this network before, and whether any account has. */
  readonly user: boolean;
  readonly anybody: boolean;
  /** Whether the account has a second factor. */
  readonly hasFactor: boolean;
}

export abstract class Sessions {
  /**
   * @returns the id, or `null` when the user was disabled or changed credentials after `trustEpoch` was read: a login
   * that was verified against the old password must not outlive it
   */
  abstract open(session: NewSession, trustEpoch: number): Promise<number | null>;
  abstract findLive(subject: { userId: number; sessionId: number }, liveness: Liveness): Promise<LiveSession | null>;
  /** Finds a live session, and marks it as used now unless that was done since then. */
  abstract refresh(refreshTokenHash: Uint8Array, liveness: Liveness, unlessSince: Date): Promise<RefreshableSession | null>;
  /**
   * Gives a live session a new id and what was proved now; its refresh token stays, access tokens of the old id end.
   * @param idToken replaces the one that is kept; `undefined` leaves it
   * @returns the new id, or `null` when it is not live any more
   */
  abstract renew(session: { id: number; userId: number }, proved: Authentication, idToken?: string | null): Promise<number | null>;
  /** Locks the row until the unit of work ends. @returns whether it has not been ended */
  abstract lock(session: { id: number; userId: number }): Promise<boolean>;
  abstract attachDevice(sessionId: number, deviceId: number): Promise<void>;
  /** Takes back what a second factor of the person's own has proved. */
  abstract forgetFactor(sessionId: number): Promise<void>;
  /** @returns how many ended */
  abstract endOfDevice(deviceId: number, reason: SessionEnd, at: Date): Promise<number>;
  abstract touch(sessionId: number, at: Date): Promise<void>;
  abstract pageOf(userId: number, liveness: Liveness, request: PageRequest): Promise<Page<SessionRow>>;
  /** @returns `null` when the user has no such session; ending one twice is no error, and gives the ID token back once */
  abstract end(session: { id: number; userId: number }, reason: SessionEnd, at: Date): Promise<EndedSession | null>;
  /** @returns the session that ended, if one was live */
  abstract endOfToken(refreshTokenHash: Uint8Array, reason: SessionEnd, at: Date): Promise<EndedSession | null>;
  /** @returns how many ended */
  abstract endAll(userId: number, reason: SessionEnd, at: Date, keep: number | null): Promise<number>;
  /** Ends the sessions of a person that a connection of the organization opened. @returns how many ended */
  abstract endOfOrganization(
    of: { readonly userId: number; readonly organizationId: number },
    reason: SessionEnd,
    at: Date,
  ): Promise<number>;
  /** @param scope `null`: all of them @returns how many ended */
  abstract endOfConnection(scope: SessionsOfConnection, reason: SessionEnd, at: Date): Promise<number>;
  abstract signOnOf(session: { id: number; userId: number }): Promise<SignOn | null>;
  abstract recognise(network: string, userId: number): Promise<Recognition>;
  /** Forgets the ID tokens of sessions that are not live. @returns how many */
  abstract forgetIdTokens(liveness: Liveness): Promise<number>;
  /** Removes sessions that ended or expired before `before`. @returns how many */
  abstract purge(before: Date): Promise<number>;
}

export abstract class LimitedSessions {
  /** Ends what limits of organizations have outlived. @param organizationId `null`: everybody's, not only those of its members @returns how many ended */
  abstract endOutlived(organizationId: number | null, at: Date): Promise<number>;
}
