export interface SessionsToEnd {
  readonly userId: number;
  readonly reason:
    | 'password_changed'
    | 'password_reset'
    | 'address_changed'
    | 'mfa_changed'
    | 'account_disabled'
    | 'account_claimed'
    | 'deprovisioned';
  readonly keep: number | null;
  readonly actorUserId: number | null;
}

/** The account's sessions; the sessions context answers. */
export abstract class AccountSessions {
  /** Whether the session has not ended; asked with the account locked. */
  abstract isLive(session: { id: number; userId: number }): Promise<boolean>;
  /** Ends all live sessions of the user except `keep`; joins the caller's unit of work. */
  abstract end(input: SessionsToEnd): Promise<void>;
  /** The person has no second factor any more: what the session has proved by one counts no longer. */
  abstract forgetFactor(sessionId: number): Promise<void>;
  /** Ends those that an identity provider of the organization has opened; joins the caller's unit of work. */
  abstract endOfOrganization(input: {
    readonly userId: number;
    readonly organizationId: number;
    readonly reason: SessionsToEnd['reason'];
  }): Promise<void>;
}
