import { Injectable } from '@nestjs/common';
import type { AuthenticationMethod } from '../../../shared/caller.js';
import type { SsoRequired } from '../../../shared/domain-error.js';
import { JudgeLoginName } from '../../application/judge-login-name.js';
import { JudgeSignOn } from '../../application/judge-sign-on.js';
import { type SignOnJudgement, SignOnPolicy } from '../../../sessions/application/ports/sign-on-policy.js';

const SECOND_FACTORS: readonly AuthenticationMethod[] = ['otp', 'hwk', 'rc'];

@Injectable()
export class PolicyOfSessions extends SignOnPolicy {
  constructor(
    private readonly judgeSignOn: JudgeSignOn,
    private readonly judgeLoginName: JudgeLoginName,
  ) {
    super();
  }

  judge({ user, isSignedOn, amr, stage }: Parameters<SignOnPolicy['judge']>[0]): Promise<SignOnJudgement> {
    const { id: userId, username, email, isSystemAdmin } = user;
    const isMultiFactor = SECOND_FACTORS.some((method) => amr.includes(method));
    const path = amr.join('+');
    const login = { userId, username, email, isSystemAdmin, isSignedOn, isMultiFactor, path, stage };
    return this.judgeSignOn.execute(login);
  }

  refusalOf(login: string): Promise<SsoRequired | null> {
    return this.judgeLoginName.execute(login);
  }
}
