import type { AuthenticationMethod } from '../../../shared/caller.js';
import type { Page, PageRequest } from '../../../shared/page.js';

/** A live session as an administrator sees it. */
export interface AccountSession {
  readonly id: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly ip: string | null;
  readonly deviceName: string;
  readonly amr: readonly AuthenticationMethod[];
}

/** The account's sessions; the sessions context answers. */
export abstract class AccountSessions {
  /** Whether it has not been ended; asked with the account locked. */
  abstract isLive(session: { id: number; userId: number }): Promise<boolean>;
  /** Ends all live sessions of the user, but `keep`; joins the caller's unit of work. */
  abstract end(input: {
    userId: number;
    reason:
      | 'password_changed'
      | 'password_reset'
      | 'mfa_changed'
      | 'account_disabled'
      | 'account_claimed'
      | 'deprovisioned'
      | 'revoked';
    keep: number | null;
    actorUserId: number | null;
  }): Promise<void>;
  /** The live ones, the most recently used first. */
  abstract pageOf(userId: number, request: PageRequest): Promise<Page<AccountSession>>;
}
