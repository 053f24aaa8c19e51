import { Injectable } from '@nestjs/common';
import type { AuthenticationMethod } from '../../../shared/caller.js';
import type { SsoRequired } from '../../../shared/domain-error.js';
import { JudgeLoginName } from '../../application/judge-login-name.js';
import { JudgeSignOn } from '../../application/judge-sign-on.js';
import { type JudgeProof, LoginPolicy, type LoginToJudge } from '../../../sessions/application/ports/login-policy.js';

const SECOND_FACTORS: readonly AuthenticationMethod[] = ['otp', 'hwk', 'rc'];

@Injectable()
export class LoginPolicyOfSessions extends LoginPolicy {
  constructor(
    private readonly judgeSignOn: JudgeSignOn,
    private readonly judgeLoginName: JudgeLoginName,
  ) {
    super();
  }

  async hold({ user, isSignedOn }: LoginToJudge): Promise<JudgeProof> {
    const { id: userId, username, email, isSystemAdmin } = user;
    const bonds = await this.judgeSignOn.hold({ userId, isSignedOn });
    return ({ amr, stage }) => {
      const isMultiFactor = SECOND_FACTORS.some((method) => amr.includes(method));
      const login = { userId, username, email, isSystemAdmin, isMultiFactor, path: amr.join('+'), stage };
      return this.judgeSignOn.execute(login, bonds);
    };
  }

  refusalOf(login: string): Promise<SsoRequired | null> {
    return this.judgeLoginName.execute(login);
  }
}
