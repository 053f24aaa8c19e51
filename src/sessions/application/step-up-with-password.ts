import { Injectable } from '@nestjs/common';
import { VerifyPassword } from '../../accounts/application/verify-password.js';
import { ListFactors } from '../../mfa/application/list-factors.js';
import type { Caller } from '../../shared/caller.js';
import { RateLimited, StepUpMethodRefused, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-token-claims.js';
import { passwordStepUpThrottle } from '../domain/login-throttle.js';
import { AccessTokens } from './ports/access-tokens.js';
import { RenewSession } from './renew-session.js';

/** For accounts without a second factor: the password, in a session that began with it. */
@Injectable()
export class StepUpWithPassword {
  constructor(
    private readonly verifyPassword: VerifyPassword,
    private readonly listFactors: ListFactors,
    private readonly renewSession: RenewSession,
    private readonly accessTokens: AccessTokens,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws StepUpMethodRefused, Unauthorized, RateLimited, Unavailable */
  async execute(input: { caller: Caller; password: string }): Promise<{ accessToken: string; expiresIn: number }> {
    const { userId: actorUserId, sessionId: id } = input.caller;
    const event = { action: 'session.stepped_up', actorUserId, target: { type: 'session', id } };
    return recordRefusal(this.auditTrail, event, () => this.stepUp(input));
  }

  private async stepUp(input: { caller: Caller; password: string }): Promise<{ accessToken: string; expiresIn: number }> {
    const { caller, password } = input;
    if (caller.ssoConnectionId !== null) throw new StepUpMethodRefused('sso');
    await this.assertWithoutFactor(caller);
    const throttled = [passwordStepUpThrottle(caller.sessionId)];
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const verified = await this.verifyPassword.execute({ login: caller.username, password, familiarity: 'known' });
    const isTheirs = verified?.id === caller.userId;
    const outcome = await this.unitOfWork.run(async () => {
      const laterWait = await this.throttle.settle(throttled, isTheirs ? 'success' : 'failure');
      if (laterWait > 0) return new RateLimited(laterWait);
      if (!isTheirs) return new Unauthorized('The password is wrong.');
      // A factor has been enrolled: now a password is not enough.
      await this.assertWithoutFactor(caller);
      return this.renewSession.execute(caller, { method: 'pwd', acr: 'aal1', isOwnFactor: false });
    });
    if (outcome instanceof Error) throw outcome;
    return { accessToken: await this.accessTokens.sign(outcome), expiresIn: ACCESS_TOKEN_SECONDS };
  }

  private async assertWithoutFactor({ userId }: Caller): Promise<void> {
    if ((await this.listFactors.execute(userId)).methods.length > 0) throw new StepUpMethodRefused('mfa');
  }
}
