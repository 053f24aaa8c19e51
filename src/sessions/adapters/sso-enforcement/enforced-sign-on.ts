import { Injectable } from '@nestjs/common';
import type { SsoRequired } from '../../../shared/domain-error.js';
import { JudgeLoginName } from '../../../sso-enforcement/application/judge-login-name.js';
import { JudgeSignOn } from '../../../sso-enforcement/application/judge-sign-on.js';
import { type SignOnJudgement, SignOnPolicy } from '../../application/ports/sign-on-policy.js';

@Injectable()
export class EnforcedSignOn extends SignOnPolicy {
  constructor(
    private readonly judgeSignOn: JudgeSignOn,
    private readonly judgeLoginName: JudgeLoginName,
  ) {
    super();
  }

  judge({ user, isSignedOn, amr, stage }: Parameters<SignOnPolicy['judge']>[0]): Promise<SignOnJudgement> {
    const { id: userId, username, email, isSystemAdmin } = user;
    return this.judgeSignOn.execute({ userId, username, email, isSystemAdmin, isSignedOn, path: amr.join('+'), stage });
  }

  refusalOf(login: string): Promise<SsoRequired | null> {
    return this.judgeLoginName.execute(login);
  }
}
