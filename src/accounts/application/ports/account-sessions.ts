/** What a change of credentials does to the account's sessions; the sessions context carries it out. */
export abstract class AccountSessions {
  /** Whether it has not been ended; asked with the account locked. */
  abstract isLive(session: { id: number; userId: number }): Promise<boolean>;
  /** Ends all live sessions of the user, but `keep`; joins the caller's unit of work. */
  abstract end(
    userId: number,
    reason: 'password_changed' | 'mfa_changed' | 'account_disabled',
    keep?: number,
  ): Promise<void>;
}
