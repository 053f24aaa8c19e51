import { Injectable } from '@nestjs/common';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { type ThrottledAction, AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { loginThrottle } from '../domain/login-throttle.js';
import { networkOf } from '../domain/network.js';
import type { SessionOrigin } from '../domain/session.js';
import { type TokenPair, IssueTokenPair } from './issue-token-pair.js';
import { Credentials } from './ports/credentials.js';
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
    const wait = await this.throttle.waitSeconds(throttled);
    if (wait > 0) throw new RateLimited(wait);
    const user = await this.credentials.verify(input.login, input.password);
    if (user === null) {
      await this.refuse(throttled);
      throw wrongCredentials();
    }
    const pair = await this.unitOfWork.run(async () => {
      const laterWait = await this.throttle.recordSuccess(throttled);
      if (laterWait > 0) throw new RateLimited(laterWait);
      return this.issueTokenPair.execute({ user, amr: ['pwd'], acr: 'aal1', origin: input.origin });
    });
    if (pair === null) throw wrongCredentials();
    return pair;
  }

  private async throttledActions(login: string, origin: SessionOrigin): Promise<ThrottledAction[]> {
    const loginKey = this.credentials.keyOf(login);
    const network = networkOf(origin.ip);
    return loginThrottle({ loginKey, network, isKnownNetwork: await this.sessions.hasBeenSeen(loginKey, network) });
  }

  /** No name goes into the trail: people type passwords into name fields. The throttle knows it by its hash. */
  private refuse(throttled: readonly ThrottledAction[]): Promise<void> {
    return this.unitOfWork.run(async () => {
      const wait = await this.throttle.recordFailure(throttled);
      const detail = { reason: 'wrong_credentials', wait_seconds: wait };
      await this.auditTrail.record({ action: 'session.logged_in', outcome: 'refused', actorUserId: null, detail });
    });
  }
}

function wrongCredentials(): Unauthorized {
  return new Unauthorized('The username or password is wrong.');
}
