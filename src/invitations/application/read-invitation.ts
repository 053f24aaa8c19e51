import { Injectable } from '@nestjs/common';
import { DescribePlace, type OfferedPlace } from '../../organizations/application/describe-place.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import type { Invitation } from '../domain/invitation.js';
import { type SignOn, SignOns } from './ports/sign-ons.js';
import { CheckInvitation } from './check-invitation.js';
import { PresentToken } from './present-token.js';
import { RecordRefusals } from './record-refusals.js';

/** Shows an invitation to the holder of its token. Never reveals whether there is an account with the address. */
@Injectable()
export class ReadInvitation {
  constructor(
    private readonly presentToken: PresentToken,
    private readonly checkInvitation: CheckInvitation,
    private readonly describePlace: DescribePlace,
    private readonly signOns: SignOns,
    private readonly refusals: RecordRefusals,
  ) {}

  /** @throws InvitationNotFound, InvitationAlreadyAccepted, InvitationExpired, RateLimited */
  async execute(input: {
    token: string;
    ip: string | null;
  }): Promise<{ invitation: Invitation; place: OfferedPlace; signOn: SignOn | null }> {
    const action = 'invitation.read';
    const invitation = await this.presentToken.execute({ ...input, action, actorUserId: null });
    const { id, organizationId } = invitation;
    const target = { type: 'invitation', id };
    const attempt = {
      action,
      actorUserId: null,
      target,
      ...placeOfEvent(organizationId, !invitation.isProvisioned, undefined),
    };
    return this.refusals.execute(attempt, async () => ({
      invitation,
      place: await this.checkInvitation.execute(invitation, await this.describePlace.execute(invitation)),
      signOn: await this.signOns.of(invitation.email),
    }));
  }
}
