import { Injectable } from '@nestjs/common';
import { FindAccount } from '../../accounts/application/find-account.js';
import type { PartsOfPlace, OfferedPlace } from '../../organizations/application/describe-place.js';
import { ReadStanding } from '../../organizations/application/read-standing.js';
import { covers } from '../../shared/permission.js';
import { Clock } from '../../shared/ports/clock.js';
import { type Invitation, couldStillInvite } from '../domain/invitation.js';
import { InvitationExpired } from '../domain/invitation.errors.js';
import { Provisioning } from './ports/provisioning.js';

/** Whether an invitation can be accepted at this moment. */
@Injectable()
export class CheckInvitation {
  constructor(
    private readonly findAccount: FindAccount,
    private readonly readStanding: ReadStanding,
    private readonly provisioning: Provisioning,
    private readonly clock: Clock,
  ) {}

  /** @throws InvitationAlreadyAccepted, InvitationExpired */
  async execute(invitation: Invitation, { organization, workspace, role }: PartsOfPlace): Promise<OfferedPlace> {
    invitation.assertOpen(this.clock.now());
    if (organization === null || workspace === null || role === null) throw new InvitationExpired('role_or_workspace_gone');
    const place = { organization, workspace, role };
    if (!(await this.isBacked(invitation, place))) throw new InvitationExpired('not_backed');
    return place;
  }

  /**
   * An inviter who has left, was disabled or holds less than before no longer vouches for anyone. Nor does a directory that let the person
   * go. A role that was widened since is vouched for by an inviter who could give it as it is now; the approval of an owner stays what it
   * was, as long as they are one.
   */
  private async isBacked(invitation: Invitation, { role }: OfferedPlace): Promise<boolean> {
    const { invitedBy } = invitation;
    if (invitation.isProvisioned) return this.provisioning.awaits(invitation);
    const inviter = invitedBy === null ? null : await this.findAccount.execute(invitedBy);
    if (invitedBy === null || inviter === null) return false;
    const { isSystemAdmin } = inviter;
    const { organizationId, workspaceId } = invitation;
    const { approvedPermissions: approved, approvedBy } = invitation;
    if (isSystemAdmin && approved !== null) {
      if (approvedBy === null || !(await this.readStanding.isOwner(approvedBy, organizationId))) return false;
      return covers(approved, role.permissions);
    }
    const { grants, within } = await this.readStanding.execute({ userId: invitedBy, organizationId, workspaceId });
    // An invitation that was sent before the first owner came is worth no more than one that is sent now.
    const isFounding = isSystemAdmin && (await this.readStanding.isUnowned(organizationId));
    return [grants, within].every((permissions) => couldStillInvite({ permissions, isSystemAdmin, isFounding }, role.permissions));
  }
}
