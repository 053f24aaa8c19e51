import type { Contact } from '../../../shared/mail-to.js';

/** The account that a device belongs to; the accounts context answers. */
export abstract class Owner {
  /**
   * Keeps the account's credentials from changing until the unit of work ends.
   * @returns `null` when there is no active account
   */
  abstract hold(
    userId: number,
  ): Promise<(Contact & { trustEpoch: number; trustEndedAt: Date | null; isUnclaimed: boolean }) | null>;
  /** Locks nothing. */
  abstract contactOf(userId: number): Promise<Contact | null>;
}

/** How long trust may last; the organizations context answers. */
export abstract class TrustLimit {
  /** Of the strictest organization of the user: `null` for ever, 0 not at all. */
  abstract daysOf(userId: number): Promise<number | null>;
}

/** The sessions that were opened on a device; the sessions context answers. */
export abstract class DeviceSessions {
  /** Keeps the session from ending or stepping up until the unit of work ends. @returns false when it has ended */
  abstract hold(session: { id: number; userId: number }): Promise<boolean>;
  /** Marks the session as one of this device. */
  abstract attach(sessionId: number, deviceId: number): Promise<void>;
  abstract endAllOf(device: { id: number; userId: number }): Promise<void>;
}
