import type { AccountView } from '../../../accounts/application/find-account.js';
import type { AuthenticationMethod } from '../../../shared/caller.js';
import type { SsoRequired } from '../../../shared/domain-error.js';

interface SignOnJudgement {
  readonly refusal: SsoRequired | null;
  /** Why this login was let through although others would be refused. */
  readonly exemption: 'break_glass' | 'exempt' | 'system_admin' | null;
  /** How long the session may last; `null`: as long as every other session. */
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

/** Whether a person's organizations accept this way to log in; the sso-enforcement context answers. */
export abstract class LoginPolicy {
  /**
   * Joins the unit of work of the login, before it locks a session. What is required of the account is read once, and
   * cannot change until the session exists.
   */
  abstract hold(login: LoginToJudge): Promise<JudgeProof>;
  /** The answer to an unknown name or a wrong password when the right password would be refused as well. */
  abstract refusalOf(login: string): Promise<SsoRequired | null>;
}
