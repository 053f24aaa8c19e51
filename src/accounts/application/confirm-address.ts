import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { ClaimAccount } from './claim-account.js';
import { Users } from './ports/users.js';

/** A logged-in person has shown a token that was mailed to the address of their account, and nowhere else. */
@Injectable()
export class ConfirmAddress {
  constructor(
    private readonly users: Users,
    private readonly claimAccount: ClaimAccount,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Joins the caller's unit of work. An account that is claimed already does not change. */
  async execute({ userId, sessionId }: { userId: number; sessionId: number }): Promise<void> {
    const user = await this.users.lock(userId);
    if (user?.isUnclaimed !== true) return;
    await this.claimAccount.execute({ user, proof: 'mail', keep: sessionId });
    const target = { type: 'user', id: userId };
    await this.auditTrail.record({ action: 'user.email_verified', outcome: 'success', actorUserId: userId, target });
  }
}
