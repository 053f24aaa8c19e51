import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { RoleChanged } from '../domain/invitation.errors.js';
import { OfferPlace } from './offer-place.js';
import { type InvitationView, Invitations } from './ports/invitations.js';
import { RecordRefusals } from './record-refusals.js';
import { type Voucher, VouchForPlace } from './vouch-for-place.js';

interface Resending {
  readonly caller: Caller;
  readonly organizationId: number;
  readonly invitationId: number;
  readonly roleId: number | null;
}

/** Sends a new link for seven more days, also with another role; the old link stops working. From then on the new sender vouches for the invitation. */
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
   * @param input.roleId `null`: the role that it has
   * @throws Forbidden, NotFound, UnknownReference, GrantRefused, InvitationAlreadyAccepted, InvitationDeclined, InvitationRevoked, BroughtByDirectory,
   * AlreadyInWorkspace, AlreadyInvited, RateLimited
   */
  async execute(input: Resending): Promise<InvitationView> {
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
        const role = await this.resend(input, voucher);
        await this.auditTrail.record({ ...attempt, outcome: 'success', detail: { role } });
        const view = await this.invitations.view(organizationId, invitationId, this.clock.now());
        if (view === null) throw new NotFound('Invitation');
        return view;
      }),
    );
  }

  /** @returns the name of the role */
  private async resend({ caller, organizationId, invitationId, roleId }: Resending, voucher: Voucher): Promise<string> {
    const found = await this.invitations.find(organizationId, invitationId);
    if (found === null || voucher.within === null) throw new NotFound('Invitation');
    // A mail that cannot be sent must not count.
    found.assertCanBeResent();
    const { workspaceId, email } = found;
    const ids = { organizationId, workspaceId, roleId: roleId ?? found.roleId };
    const place = await this.offerPlace.execute({ caller, voucher, ids, email });
    const invitation = await this.invitations.lock(organizationId, invitationId);
    if (invitation === null) throw new NotFound('Invitation');
    // Nobody who sends it once more undoes a change of its role that they have not seen.
    if (roleId === null && invitation.roleId !== place.role.id) throw new RoleChanged();
    const { approvedPermissions, approvedBy, role } = place;
    const { token, hash: tokenHash } = mintToken();
    const offered = { roleId: role.id, roleName: role.name, approvedPermissions, approvedBy };
    const renewed = invitation.resend({ ...offered, tokenHash, invitedBy: caller.userId }, this.clock.now());
    await this.invitations.save(renewed);
    await this.offerPlace.send(renewed, token, place, caller);
    return role.name;
  }
}
