import { Module } from '@nestjs/common';
import { scheduled } from '../platform/jobs/job-providers.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { OrganizationsModule } from '../organizations/organizations.module.js';
import { InvitationsOfMembers } from './adapters/answers/invitations-of-members.js';
import { InvitationTokensController } from './adapters/http/invitation-tokens.controller.js';
import { InvitationsController } from './adapters/http/invitations.controller.js';
import { TypeOrmInvitations } from './adapters/persistence/typeorm-invitations.js';
import { AcceptInvitation } from './application/accept-invitation.js';
import { AdmitGuest } from './application/admit-guest.js';
import { AdmitNewcomer } from './application/admit-newcomer.js';
import { CheckInvitation } from './application/check-invitation.js';
import { DeclineInvitation } from './application/decline-invitation.js';
import { HasOpenInvitation } from './application/has-open-invitation.js';
import { InvitePerson } from './application/invite-person.js';
import { InviteProvisioned } from './application/invite-provisioned.js';
import { ListInvitations } from './application/list-invitations.js';
import { OfferPlace } from './application/offer-place.js';
import { VouchForPlace } from './application/vouch-for-place.js';
import { Invitations } from './application/ports/invitations.js';
import { PresentToken } from './application/present-token.js';
import { PurgeInvitations } from './application/purge-invitations.js';
import { ReadInvitation } from './application/read-invitation.js';
import { RevokeInvitationsAt } from './application/revoke-invitations-at.js';
import { RevokeInvitationsTo } from './application/revoke-invitations-to.js';
import { RecordRefusals } from './application/record-refusals.js';
import { ResendInvitation } from './application/resend-invitation.js';
import { RevokeInvitation } from './application/revoke-invitation.js';

/** What other contexts ask for, in their own terms; `bindings.module.ts` hands it to them. */
const ANSWERS = [InvitationsOfMembers];

@Module({
  imports: [AccountsModule, OrganizationsModule],
  controllers: [InvitationsController, InvitationTokensController],
  providers: [
    ...ANSWERS,
    InvitePerson,
    ListInvitations,
    ResendInvitation,
    RevokeInvitation,
    ReadInvitation,
    AcceptInvitation,
    DeclineInvitation,
    AdmitGuest,
    AdmitNewcomer,
    PurgeInvitations,
    OfferPlace,
    VouchForPlace,
    PresentToken,
    CheckInvitation,
    RecordRefusals,
    RevokeInvitationsTo,
    RevokeInvitationsAt,
    InviteProvisioned,
    HasOpenInvitation,
    scheduled('invitations.purge', '41 3 * * *', PurgeInvitations),
    { provide: Invitations, useClass: TypeOrmInvitations },
  ],
  exports: [...ANSWERS, RevokeInvitationsAt, InviteProvisioned, HasOpenInvitation],
})
export class InvitationsModule {}
