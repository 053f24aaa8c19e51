import { Injectable } from '@nestjs/common';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { loginThrottle } from '../domain/login-throttle.js';
import { networkOf } from '../../shared/network.js';
import type { SessionOrigin } from '../domain/session.js';
import { IssueTokenPair, type TokenPair } from './issue-token-pair.js';
import { Credentials, type VerifiedUser } from './ports/credentials.js';
import { Sessions } from './ports/sessions.js';

@Injectable()
export class LogIn {
  constructor(
    private readonly credentials: Credentials,
    private readonly sessions: Sessions,
    private readonly throttle: AttemptThrottle,
    private readonly issueTokenPair: IssueTokenPair,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws Unauthorized, the same for every reason; RateLimited; Unavailable */
  async execute(input: { login: string; password: string; origin: SessionOrigin }): Promise<TokenPair> {
    const throttled = await this.throttledActions(input.login, input.origin);
    const user =
      (await this.throttle.waitSeconds(throttled)) > 0
        ? null
        : await this.credentials.verify(input.login, input.password);
    const { wait, pair } = await this.unitOfWork.run(() => this.settle(throttled, user, input.origin));
    if (wait > 0) throw new RateLimited(wait);
    if (pair === null) throw new Unauthorized('The username or password is wrong.');
    return pair;
  }

  /** Refusals are returned and not thrown, so that their trace and their count are committed. */
  private async settle(
    throttled: readonly ThrottledAction[],
    user: VerifiedUser | null,
    origin: SessionOrigin,
  ): Promise<{ wait: number; pair: TokenPair | null }> {
    const wait = await this.throttle.settle(throttled, user === null ? 'failure' : 'success');
    const pair =
      wait > 0 || user === null ? null : await this.issueTokenPair.execute({ user, amr: ['pwd'], acr: 'aal1', origin });
    if (pair === null) {
      // No name: people type passwords into name fields.
      const detail = { reason: wait > 0 ? 'throttled' : 'wrong_credentials', wait_seconds: wait };
      await this.auditTrail.record({ action: 'session.logged_in', outcome: 'refused', actorUserId: null, detail });
    }
    return { wait, pair };
  }

  private async throttledActions(login: string, origin: SessionOrigin): Promise<ThrottledAction[]> {
    const network = networkOf(origin.ip);
    const userId = await this.credentials.userIdOf(login);
    const isKnownNetwork = userId !== null && (await this.sessions.hasBeenSeen(userId, network));
    const account = userId === null ? `name ${this.credentials.keyOf(login)}` : `user ${userId}`;
    return loginThrottle({ account, network, isKnownNetwork });
  }
}
