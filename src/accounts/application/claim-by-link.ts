import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { ClaimAccount } from './claim-account.js';
import { Users } from './ports/users.js';

/**
 * An identity provider that speaks for the domain of the address has named a person who also got into the account by
 * themselves.
 */
@Injectable()
export class ClaimByLink {
  constructor(
    private readonly users: Users,
    private readonly claimAccount: ClaimAccount,
    private readonly auditTrail: AuditTrail,
  ) {}

  /**
   * Joins the caller's unit of work, in which the account is locked. An account that is claimed already does not
   * change.
   * @param input.keep the session that brought the proof @returns the trust epoch from now on
   */
  async execute({ userId, keep }: { userId: number; keep: number | null }): Promise<number | null> {
    const user = await this.users.lock(userId);
    if (user?.isUnclaimed !== true) return user?.trustEpoch ?? null;
    const { trustEpoch } = await this.claimAccount.execute({ user, proof: 'link', keep });
    const target = { type: 'user', id: userId };
    await this.auditTrail.record({ action: 'user.claimed', outcome: 'success', actorUserId: userId, target });
    return trustEpoch;
  }
}
