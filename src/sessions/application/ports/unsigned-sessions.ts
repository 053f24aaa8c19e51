import type { SessionEnd } from '../../domain/session.js';

export interface UnsignedScope {
  readonly organizationId: number;
  /** `null` for every member. */
  readonly userIds: readonly number[] | null;
  readonly except: readonly number[];
}

/** Live sessions of an organization's members that no identity provider vouches for; those of system administrators never. */
export abstract class UnsignedSessions {
  /** @returns how many ended */
  abstract end(scope: UnsignedScope, reason: SessionEnd, at: Date): Promise<number>;
  /** Lets none of them live on after `until`. @returns how many there are */
  abstract shorten(scope: UnsignedScope, until: Date, now: Date): Promise<number>;
  abstract count(scope: UnsignedScope, now: Date): Promise<number>;
}
