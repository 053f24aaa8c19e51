import { DeviceNotFound } from './device.errors.js';

export type DeviceStatus = 'pending' | 'trusted' | 'revoked';

interface DeviceState {
  readonly id: number;
  readonly userId: number;
  /** The browser or client that it is, through all its tokens; `null` until it has one. */
  readonly familyId: string | null;
  readonly name: string;
  readonly status: DeviceStatus;
  readonly trustEpoch: number;
  readonly createdAt: Date;
  readonly activatedAt: Date | null;
  /** `null`: trusted until revoked. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** What decides beside the device itself; read again at every login, so that no change is missed. */
export interface TrustTerms {
  /** Rises with every change of the account's credentials. */
  readonly trustEpoch: number;
  readonly trustEndedAt: Date | null;
  /** How many days trust may last in the user's strictest organization: `null` for no limit, 0 for not at all. */
  readonly trustDays: number | null;
}

const DAY_MS = 86_400_000;

/**
 * A browser or client of one user. pending -> trusted by an activation, trusted -> revoked by its owner or by theft, and
 * from there to trusted again only by the activation that follows a new MFA verification.
 */
export class Device implements DeviceState {
  declare readonly id: number;
  declare readonly userId: number;
  declare readonly familyId: string | null;
  declare readonly name: string;
  declare readonly status: DeviceStatus;
  declare readonly trustEpoch: number;
  declare readonly createdAt: Date;
  declare readonly activatedAt: Date | null;
  declare readonly expiresAt: Date | null;
  declare readonly revokedAt: Date | null;
  declare readonly lastUsedAt: Date | null;

  private constructor(state: DeviceState) {
    Object.assign(this, state);
  }

  static pending(input: Pick<DeviceState, 'id' | 'userId' | 'familyId' | 'name' | 'trustEpoch'>, at: Date): Device {
    const nothingYet = { activatedAt: null, expiresAt: null, revokedAt: null, lastUsedAt: null };
    return new Device({ ...input, status: 'pending', createdAt: at, ...nothingYet });
  }

  static of(state: DeviceState): Device {
    return new Device(state);
  }

  /** @throws DeviceNotFound when it is trusted already: the activation has been processed */
  activate(familyId: string, terms: TrustTerms, at: Date): Device {
    if (this.isTrusted(terms, at)) throw new DeviceNotFound();
    return new Device({
      ...this,
      familyId,
      status: 'trusted',
      trustEpoch: terms.trustEpoch,
      activatedAt: at,
      expiresAt: terms.trustDays === null ? null : daysAfter(at, terms.trustDays),
      revokedAt: null,
      lastUsedAt: at,
    });
  }

  /** Idempotent: the first revocation is the one that counts. */
  revoke(at: Date): Device {
    return this.status === 'revoked' ? this : new Device({ ...this, status: 'revoked', revokedAt: at });
  }

  rename(name: string): Device {
    return new Device({ ...this, name });
  }

  use(at: Date): Device {
    return new Device({ ...this, lastUsedAt: at });
  }

  isTrusted(terms: TrustTerms, at: Date): boolean {
    return this.status === 'trusted' && this.trustEnd(terms, at) === null;
  }

  /**
   * When trust ended, for any reason; `null` while it lasts. Use never extends it: a sliding window would let a stolen
   * token renew itself.
   */
  trustEnd(terms: TrustTerms, at: Date): Date | null {
    if (this.revokedAt !== null) return this.revokedAt;
    const ends = [this.expiresAt, this.limit(terms.trustDays)].filter((end) => end !== null && end <= at);
    if (this.trustEpoch !== terms.trustEpoch) ends.push(terms.trustEndedAt ?? at);
    return ends.reduce((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
  }

  /** An organization may lower its limit later; the new limit applies to devices that were activated before. */
  private limit(trustDays: number | null): Date | null {
    return trustDays === null || this.activatedAt === null ? null : daysAfter(this.activatedAt, trustDays);
  }
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * DAY_MS);
}
