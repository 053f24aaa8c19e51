import type { AccountView } from '../../../accounts/application/find-account.js';
import type { SsoRequired } from '../../../shared/domain-error.js';

export interface SignOnJudgement {
  readonly refusal: SsoRequired | null;
  /** Why a login was let through that would have been refused to others. */
  readonly exemption: 'break_glass' | 'system_admin' | null;
  /** How long the session may live; `null`: as long as every other session. */
  readonly longestSeconds: number | null;
}

/** Whether somebody's organizations let them in this way; the sso-enforcement context answers. */
export abstract class SignOnPolicy {
  /**
   * Joins the unit of work of the login, before it locks a session: the judgement stands until the session is there.
   * @param login.stage `begun` while more proof is due; asked again when the session opens
   */
  abstract judge(login: {
    readonly user: AccountView;
    readonly isSignedOn: boolean;
    readonly amr: readonly string[];
    readonly stage: 'begun' | 'opening';
  }): Promise<SignOnJudgement>;
  /** What a name and password that lead nowhere are answered with, where a right password would be refused as well. */
  abstract refusalOf(login: string): Promise<SsoRequired | null>;
}
