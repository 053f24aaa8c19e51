import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { InvitationNotFound } from '../domain/invitation.errors.js';
import { Invitations } from './ports/invitations.js';
import { PresentToken } from './present-token.js';
import { RecordRefusals } from './record-refusals.js';

/** The holder of the link does not want to come. A person who invited them sees that, and cannot send the invitation again. */
@Injectable()
export class DeclineInvitation {
  constructor(
    private readonly presentToken: PresentToken,
    private readonly invitations: Invitations,
    private readonly refusals: RecordRefusals,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws InvitationNotFound, InvitationAlreadyAccepted, InvitationExpired, RateLimited */
  async execute(input: { token: string; ip: string | null }): Promise<void> {
    const action = 'invitation.declined';
    const found = await this.presentToken.execute({ ...input, action, actorUserId: null });
    const { id, organizationId, isProvisioned } = found;
    const target = { type: 'invitation', id };
    const attempt = { action, actorUserId: null, target, ...placeOfEvent(organizationId, !isProvisioned, undefined) };
    await this.refusals.execute(attempt, () =>
      this.unitOfWork.run(async () => {
        const invitation = await this.invitations.lockByToken(found.tokenHash);
        // It was sent again, or is gone with its workspace, since it was found.
        if (invitation === null) throw new InvitationNotFound();
        await this.invitations.save(invitation.decline(this.clock.now()));
        // The organization may read this, even if its directory invited the person: it reveals an account, but they declined themselves.
        await this.auditTrail.record({ action, outcome: 'success', actorUserId: null, organizationId, target });
      }),
    );
  }
}
