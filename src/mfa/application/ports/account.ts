import type { Contact } from '../../domain/factor-mails.js';

/** The account that factors belong to; the accounts context answers. */
export abstract class Account {
  /** @throws Unauthorized when there is no active account */
  abstract contactOf(userId: number): Promise<Contact>;
  /**
   * Locks the account, ends device trust and all sessions but one. Comes before the change in the unit of work.
   * @throws Unauthorized when it was disabled meanwhile
   */
  abstract credentialsChange(input: {
    userId: number;
    keepSessionId: number | null;
    actorUserId: number | null;
  }): Promise<void>;
}
