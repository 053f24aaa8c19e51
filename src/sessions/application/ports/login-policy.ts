import type { AccountView } from '../../../accounts/application/find-account.js';
import type { AuthenticationMethod } from '../../../shared/caller.js';
import type { SsoRequired } from '../../../shared/domain-error.js';

interface SignOnJudgement {
  readonly refusal: SsoRequired | null;
  /** Why a login was let through that would have been refused to others. */
  readonly exemption: 'break_glass' | 'system_admin' | null;
  /** How long the session may live; `null`: as long as every other session. */
  readonly longestSeconds: number | null;
}

/** @param proof.stage `begun` while more proof is due; asked again when the session opens */
export type JudgeProof = (proof: {
  readonly amr: readonly AuthenticationMethod[];
  readonly stage: 'begun' | 'opening';
}) => Promise<SignOnJudgement>;

export interface LoginToJudge {
  readonly user: AccountView;
  readonly isSignedOn: boolean;
}

/** Whether somebody's organizations let them in this way; the sso-enforcement context answers. */
export abstract class LoginPolicy {
  /**
   * Joins the unit of work of the login, before it locks a session. What is required of the account is read once, and nobody switches it
   * until the session is there.
   */
  abstract hold(login: LoginToJudge): Promise<JudgeProof>;
  /** What a name and password that lead nowhere are answered with, where a right password would be refused as well. */
  abstract refusalOf(login: string): Promise<SsoRequired | null>;
}
