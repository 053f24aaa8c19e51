import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Invitations } from './ports/invitations.js';
import { RecordRefusals } from './record-refusals.js';
import { VouchForPlace } from './vouch-for-place.js';

@Injectable()
export class RevokeInvitation {
  constructor(
    private readonly vouchForPlace: VouchForPlace,
    private readonly invitations: Invitations,
    private readonly refusals: RecordRefusals,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Repeating it is not an error. @throws Forbidden, NotFound, InvitationAlreadyAccepted */
  async execute(input: { caller: Caller; organizationId: number; invitationId: number }): Promise<void> {
    const { caller, organizationId, invitationId } = input;
    const { workspaceId = null } = (await this.invitations.find(organizationId, invitationId)) ?? {};
    const { within } = await this.vouchForPlace.execute(caller, organizationId, workspaceId);
    const attempt = {
      action: 'invitation.revoked',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'invitation', id: invitationId },
    };
    await this.refusals.execute(attempt, () =>
      this.unitOfWork.run(async () => {
        const invitation = await this.invitations.lock(organizationId, invitationId);
        if (invitation === null || within === null) throw new NotFound('Invitation');
        const revoked = invitation.revoke(this.clock.now());
        if (revoked === invitation) return;
        await this.invitations.save(revoked);
        await this.auditTrail.record({ ...attempt, outcome: 'success' });
      }),
    );
  }
}
