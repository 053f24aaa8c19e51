import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { OfferPlace } from './offer-place.js';
import { type InvitationView, Invitations } from './ports/invitations.js';
import { RecordRefusals } from './record-refusals.js';
import { type Voucher, VouchForPlace } from './vouch-for-place.js';

/** Sends a new link for seven more days; the old one ends. From then on the new sender vouches for the invitation. */
@Injectable()
export class ResendInvitation {
  constructor(
    private readonly vouchForPlace: VouchForPlace,
    private readonly offerPlace: OfferPlace,
    private readonly invitations: Invitations,
    private readonly refusals: RecordRefusals,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws Forbidden, NotFound, GrantRefused, InvitationAlreadyAccepted, InvitationRevoked, BroughtByDirectory,
   * AlreadyInWorkspace, AlreadyInvited, RateLimited
   */
  async execute(input: { caller: Caller; organizationId: number; invitationId: number }): Promise<InvitationView> {
    const { caller, organizationId, invitationId } = input;
    const { workspaceId = null } = (await this.invitations.find(organizationId, invitationId)) ?? {};
    const voucher = await this.vouchForPlace.execute(caller, organizationId, workspaceId);
    const attempt = {
      action: 'invitation.resent',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'invitation', id: invitationId },
    };
    return this.refusals.execute(attempt, () =>
      this.unitOfWork.run(async () => {
        await this.resend(input, voucher);
        await this.auditTrail.record({ ...attempt, outcome: 'success' });
        const view = await this.invitations.view(organizationId, invitationId, this.clock.now());
        if (view === null) throw new NotFound('Invitation');
        return view;
      }),
    );
  }

  private async resend(
    { caller, organizationId, invitationId }: { caller: Caller; organizationId: number; invitationId: number },
    voucher: Voucher,
  ): Promise<void> {
    const now = this.clock.now();
    const { token, hash } = mintToken();
    const found = await this.invitations.find(organizationId, invitationId);
    if (found === null || voucher.within === null) throw new NotFound('Invitation');
    // A mail that cannot be sent must not count.
    found.resend(hash, caller.userId, now);
    const place = await this.offerPlace.execute({ caller, voucher, ids: found, email: found.email });
    const invitation = await this.invitations.lock(organizationId, invitationId);
    if (invitation === null) throw new NotFound('Invitation');
    const { approvedPermissions, approvedBy } = place;
    const renewed = invitation.resend(hash, caller.userId, now, { approvedPermissions, approvedBy });
    await this.invitations.save(renewed);
    await this.offerPlace.send(renewed, token, place, caller);
  }
}
