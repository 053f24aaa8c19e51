import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { ClaimAccount } from './claim-account.js';
import { RedeemMailedToken } from './redeem-mailed-token.js';

const action = 'user.email_verified';

@Injectable()
export class VerifyEmail {
  constructor(
    private readonly redeemMailedToken: RedeemMailedToken,
    private readonly claimAccount: ClaimAccount,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws InvalidMailedToken, RateLimited */
  execute({ token, network }: { token: string; network: string }): Promise<void> {
    return this.redeemMailedToken.execute({ purpose: 'email_verification', action, token, network }, async (user) => {
      await this.claimAccount.execute({ user, proof: 'mail', keep: null });
      const target = { type: 'user', id: user.id };
      await this.auditTrail.record({ action, outcome: 'success', actorUserId: user.id, target });
    });
  }
}
