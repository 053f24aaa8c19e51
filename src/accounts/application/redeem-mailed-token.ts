import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle, type ThrottledAction } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { InvalidMailedToken } from '../domain/account.errors.js';
import type { MailedToken, TokenPurpose } from '../domain/mailed-token.js';
import { mailedTokenThrottle } from '../domain/recovery-throttles.js';
import type { User } from '../domain/user.js';
import { MailedTokens } from './ports/mailed-tokens.js';
import { Users } from './ports/users.js';

export interface Presented {
  readonly purpose: TokenPurpose;
  readonly token: string;
  readonly network: string;
  /** The action under which a refusal is recorded. */
  readonly action: string;
}

/**
 * What all mailed links share: finding the account of a token, the single use, and the count and audit entry of
 * refusals.
 */
@Injectable()
export class RedeemMailedToken {
  constructor(
    private readonly tokens: MailedTokens,
    private readonly users: Users,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Looks the token up without spending it, for checks and costly work that come first. @throws InvalidMailedToken,
   * RateLimited
   */
  async holderOf(presented: Presented): Promise<User> {
    const wait = await this.throttle.waitSeconds([this.throttleOf(presented)]);
    const found = wait > 0 ? null : await this.find(presented);
    const user = found && (await this.users.find(found.userId));
    if (user === null || found?.isGoodFor(user, this.clock.now()) !== true) throw await this.refusal(presented);
    return user;
  }

  /** Spends the token and does `work` in one commit, with the account locked. @throws InvalidMailedToken, RateLimited */
  async execute(presented: Presented, work: (user: User, token: MailedToken) => Promise<void>): Promise<void> {
    const redeemed = await this.unitOfWork.run(async () => {
      if ((await this.throttle.waitSeconds([this.throttleOf(presented)])) > 0) return false;
      const found = await this.find(presented);
      const user = found && (await this.users.lock(found.userId));
      if (user === null || found?.isGoodFor(user, this.clock.now()) !== true) return false;
      if (!(await this.tokens.spend(found))) return false;
      await work(user, found);
      return true;
    });
    if (!redeemed) throw await this.refusal(presented);
  }

  private async find({ purpose, token }: Presented): Promise<MailedToken | null> {
    const hash = hashToken(token);
    return hash && this.tokens.find(purpose, hash);
  }

  private async refusal(presented: Presented): Promise<InvalidMailedToken | RateLimited> {
    const wait = await this.unitOfWork.run(async () => {
      const wait = await this.throttle.settle([this.throttleOf(presented)], 'failure');
      const detail = { reason: wait > 0 ? 'throttled' : 'invalid_token' };
      await this.auditTrail.record({ action: presented.action, outcome: 'refused', actorUserId: null, detail });
      return wait;
    });
    return wait > 0 ? new RateLimited(wait) : new InvalidMailedToken(presented.purpose);
  }

  private throttleOf({ purpose, network }: Presented): ThrottledAction {
    return mailedTokenThrottle(purpose, network);
  }
}
