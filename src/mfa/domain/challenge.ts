import { isSameHash } from '../../shared/one-time-token.js';

export const CHALLENGE_SECONDS = 300;
const MOST_FAILURES = 5;

interface ChallengeState {
  readonly tokenHash: Uint8Array;
  readonly userId: number;
  /** Epoch of the account at the login; when it has risen, the verified password may no longer be the current one. */
  readonly trustEpoch: number;
  readonly deviceTokenHash: Uint8Array | null;
  /** The login's own answer carried the device token: a browser without cookies cannot send it back. */
  readonly deviceTokenIsNew: boolean;
  readonly webauthnChallenge: string | null;
  readonly failures: number;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** A login that waits for its second factor: bound to the user and to the device that began it, good for one success. */
export class Challenge implements ChallengeState {
  declare readonly tokenHash: Uint8Array;
  declare readonly userId: number;
  declare readonly trustEpoch: number;
  declare readonly deviceTokenHash: Uint8Array | null;
  declare readonly deviceTokenIsNew: boolean;
  declare readonly webauthnChallenge: string | null;
  declare readonly failures: number;
  declare readonly expiresAt: Date;
  declare readonly endedAt: Date | null;

  private constructor(state: ChallengeState) {
    Object.assign(this, state);
  }

  static begin(
    input: Pick<ChallengeState, 'tokenHash' | 'userId' | 'trustEpoch' | 'deviceTokenHash' | 'deviceTokenIsNew'>,
    at: Date,
  ): Challenge {
    const expiresAt = new Date(at.getTime() + CHALLENGE_SECONDS * 1000);
    return new Challenge({ ...input, webauthnChallenge: null, failures: 0, expiresAt, endedAt: null });
  }

  isOpen(at: Date): boolean {
    return this.endedAt === null && at < this.expiresAt;
  }

  isOfDevice(presented: Uint8Array | null): boolean {
    if (this.deviceTokenHash === null) return true;
    if (presented === null) return this.deviceTokenIsNew;
    return isSameHash(presented, this.deviceTokenHash);
  }

  /** One ceremony at a time; asking again replaces the older one. */
  offerWebauthn(webauthnChallenge: string): Challenge {
    return new Challenge({ ...this, webauthnChallenge });
  }

  succeed(at: Date): Challenge {
    return new Challenge({ ...this, webauthnChallenge: null, endedAt: at });
  }

  /** The fifth failure ends it (NIST SP 800-63B-4 section 3.2.2); a signed ceremony is never judged twice. */
  fail(at: Date): Challenge {
    const failures = this.failures + 1;
    return new Challenge({
      ...this,
      failures,
      webauthnChallenge: null,
      endedAt: this.endedAt ?? (failures >= MOST_FAILURES ? at : null),
    });
  }
}
