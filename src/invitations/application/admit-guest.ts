import { Injectable } from '@nestjs/common';
import { AdmitMember } from '../../organizations/application/admit-member.js';
import { DescribePlace, type OfferedPlace } from '../../organizations/application/describe-place.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import type { Invitation } from '../domain/invitation.js';
import { InvitationNotFound } from '../domain/invitation.errors.js';
import { CheckInvitation } from './check-invitation.js';
import { Invitations } from './ports/invitations.js';

/** The person who accepts an invitation. */
export interface Guest {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

export interface Acceptance {
  readonly place: OfferedPlace;
  readonly guest: Guest;
}

/** Spends an invitation: the person who accepts it becomes a member. Joins the unit of work of the acceptance. */
@Injectable()
export class AdmitGuest {
  constructor(
    private readonly describePlace: DescribePlace,
    private readonly invitations: Invitations,
    private readonly checkInvitation: CheckInvitation,
    private readonly admitMember: AdmitMember,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Account, workspace and role, invitation: everyone locks them in this order, so that transactions never wait in a
   * circle.
   * @param guestOf runs with the invitation locked and judged, and may throw a refusal
   * @throws InvitationNotFound, InvitationAlreadyAccepted, InvitationExpired, MemberAlready
   */
  async execute(found: Invitation, guestOf: () => Promise<Guest>): Promise<Acceptance> {
    const parts = await this.describePlace.hold(found);
    const invitation = await this.invitations.lockByToken(found.tokenHash);
    // It was sent again, or is gone with its workspace, since it was found.
    if (invitation === null) throw new InvitationNotFound();
    const place = await this.checkInvitation.execute(invitation, parts);
    const guest = await guestOf();
    const { id, organizationId, workspaceId, roleId } = invitation;
    await this.admitMember.execute({ organizationId, workspaceId, roleId, userId: guest.id });
    await this.invitations.save(invitation.accept(guest.id, this.clock.now()));
    await this.auditTrail.record({
      action: 'invitation.accepted',
      outcome: 'success',
      actorUserId: guest.id,
      organizationId,
      target: { type: 'invitation', id },
      detail: { workspace_id: workspaceId, role: place.role.name },
    });
    return { place, guest };
  }
}
