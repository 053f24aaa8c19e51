import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import type { SessionOrigin, TokenPair } from '../../sessions/application/issue-token-pair.js';
import { RateLimited, Unauthorized } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { provesBeginner } from '../../shared/pkce.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { networkOf } from '../../shared/network.js';
import { tokenThrottle } from '../domain/sso-throttles.js';
import { OpenLinkedSession } from './open-linked-session.js';
import { type FoundCode, LoginCodes } from './ports/login-codes.js';

export type { SessionOrigin, TokenPair } from '../../sessions/application/issue-token-pair.js';

/** The client fetches the session with the code that its address received. */
@Injectable()
export class ExchangeCode {
  constructor(
    private readonly codes: LoginCodes,
    private readonly findAccount: FindAccount,
    private readonly openLinkedSession: OpenLinkedSession,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Unauthorized, the same for every reason; RateLimited */
  async execute(input: { code: string; verifier: string | null; origin: SessionOrigin }): Promise<TokenPair> {
    const { verifier, origin } = input;
    const throttled = [tokenThrottle(networkOf(origin.ip))];
    const hash = hashToken(input.code);
    const outcome = await this.unitOfWork.run(async (): Promise<TokenPair | RateLimited | null> => {
      const code = hash && (await this.codes.find(hash));
      const opensSession = code !== null && code.stepUpSessionId === null;
      const opened = opensSession ? await this.spend(code, verifier, origin) : 'unknown_code';
      if (typeof opened !== 'string') return opened;
      await this.record(opened);
      const wait = await this.throttle.settle(throttled, 'failure');
      return wait > 0 ? new RateLimited(wait) : null;
    });
    if (outcome instanceof Error) throw outcome;
    if (outcome === null) throw new Unauthorized('The code is wrong, used or too old. Log in again.');
    return outcome;
  }

  /** Locks the account before the code, as unlinking does. */
  private async spend(code: FoundCode, verifier: string | null, origin: SessionOrigin): Promise<TokenPair | string> {
    const account = code.userId === null ? null : await this.findAccount.hold(code.userId);
    // Tells whose identity it is behind the lock.
    const identity = await this.codes.spend(code.codeHash, this.clock.now());
    if (identity === null || identity.userId !== code.userId) return 'used_or_expired';
    // The code is spent by this all the same: a second party has it.
    if (!provesBeginner(verifier, code.codeChallenge)) return 'wrong_verifier';
    return (await this.openLinkedSession.execute({ identity, account, login: code, origin })) ?? 'not_active';
  }

  private record(reason: string): Promise<void> {
    const detail = { reason };
    return this.auditTrail.record({ action: 'sso.login.refused', outcome: 'refused', actorUserId: null, detail });
  }
}
