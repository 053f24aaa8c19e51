import { Injectable } from '@nestjs/common';
import { RateLimited } from '../../shared/domain-error.js';
import { networkOf } from '../../shared/network.js';
import { hashToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Invitation } from '../domain/invitation.js';
import { InvitationNotFound } from '../domain/invitation.errors.js';
import { tokenThrottle } from '../domain/invitation-throttles.js';
import { Invitations } from './ports/invitations.js';

/**
 * Finds the invitation of a token. Wrong tokens count against the network that they come from, and so do tokens of
 * invitations that have ended; tokens of open ones always pass.
 */
@Injectable()
export class PresentToken {
  constructor(
    private readonly invitations: Invitations,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws InvitationNotFound, RateLimited */
  async execute(input: { token: string; ip: string | null; action: string; actorUserId: number | null }): Promise<Invitation> {
    const { token, ip, action, actorUserId } = input;
    const hash = hashToken(token);
    const invitation = hash && (await this.invitations.findByToken(hash));
    if (invitation?.status === 'pending') return invitation;
    if (invitation !== null) {
      const blocked = await this.unitOfWork.run(() => this.throttle.settle([tokenThrottle(networkOf(ip))], 'failure'));
      if (blocked > 0) throw new RateLimited(blocked);
      return invitation;
    }
    const wait = await this.unitOfWork.run(async () => {
      const blocked = await this.throttle.settle([tokenThrottle(networkOf(ip))], 'failure');
      const detail = { reason: blocked > 0 ? 'throttled' : 'unknown' };
      await this.auditTrail.record({ action, outcome: 'refused', actorUserId, detail });
      return blocked;
    });
    throw wait > 0 ? new RateLimited(wait) : new InvitationNotFound();
  }
}
