import { Injectable } from '@nestjs/common';
import { RevokeInvitationsTo } from '../../application/revoke-invitations-to.js';
import { OpenInvitations } from '../../../organizations/application/ports/open-invitations.js';

@Injectable()
export class InvitationsOfMembers extends OpenInvitations {
  constructor(private readonly revokeInvitationsTo: RevokeInvitationsTo) {
    super();
  }

  revokeTo(invited: { organizationId: number; userId: number }, actorUserId: number): Promise<void> {
    return this.revokeInvitationsTo.execute({ ...invited, actorUserId });
  }
}
