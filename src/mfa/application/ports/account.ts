import type { Contact } from '../../../shared/mail-to.js';

/** The account that factors belong to; the accounts context answers. */
export abstract class Account {
  /** @throws Unauthorized when there is no active account */
  abstract contactOf(userId: number): Promise<Contact>;
  abstract hasPassword(userId: number): Promise<boolean>;
  /** Whether nobody has shown yet that the account is theirs. */
  abstract isUnclaimed(userId: number): Promise<boolean>;
  /**
   * Keeps the account from changing until the unit of work ends. Comes before every other lock, so that nobody waits in a
   * circle. @throws Unauthorized when there is no active account
   */
  abstract hold(userId: number): Promise<void>;
  /** Keeps even others from holding the account. Comes first, too. @throws Unauthorized when there is no active account */
  abstract lock(userId: number): Promise<void>;
  /**
   * Locks the account, ends device trust and all sessions but this one. Comes first in the unit of work of the change.
   * @throws Unauthorized when the account was disabled or the session ended meanwhile
   */
  abstract changeFactors(input: {
    userId: number;
    sessionId: number | null;
    actorUserId: number | null;
  }): Promise<void>;
}
