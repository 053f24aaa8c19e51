import { Injectable } from '@nestjs/common';
import { FindAccountByEmail } from '../../accounts/application/find-account-by-email.js';
import type { PlaceIds } from '../../organizations/application/describe-place.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { Invitation } from '../domain/invitation.js';
import { OfferPlace } from './offer-place.js';
import { type InvitationView, Invitations } from './ports/invitations.js';
import { RecordRefusals } from './record-refusals.js';
import { type Voucher, VouchForPlace } from './vouch-for-place.js';

@Injectable()
export class InvitePerson {
  constructor(
    private readonly vouchForPlace: VouchForPlace,
    private readonly findAccountByEmail: FindAccountByEmail,
    private readonly offerPlace: OfferPlace,
    private readonly invitations: Invitations,
    private readonly refusals: RecordRefusals,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers the same whether or not there is an account with the address, unless it is in the workspace already.
   * @throws ValidationFailed, Forbidden, NotFound, GrantRefused, OwnerApprovalRequired, BroughtByDirectory, AlreadyInWorkspace,
   * AlreadyInvited, RateLimited
   */
  async execute(input: { caller: Caller; ids: PlaceIds; email: string }): Promise<InvitationView> {
    const { caller, ids } = input;
    const { organizationId, workspaceId } = ids;
    const { email } = await this.findAccountByEmail.execute(input.email);
    const voucher = await this.vouchForPlace.execute(caller, organizationId, workspaceId);
    const attempt = { action: 'invitation.created', actorUserId: caller.userId, organizationId };
    return this.refusals.execute(attempt, () =>
      this.unitOfWork.run(() => this.invite({ caller, voucher, ids, emailKey: email.key, email: email.text })),
    );
  }

  private async invite(input: {
    caller: Caller;
    voucher: Voucher;
    ids: PlaceIds;
    email: string;
    emailKey: string;
  }): Promise<InvitationView> {
    const { caller, ids, email, emailKey } = input;
    const place = await this.offerPlace.execute(input);
    const now = this.clock.now();
    await this.invitations.closeExpired(ids.workspaceId, emailKey, now);
    const { token, hash: tokenHash } = mintToken();
    const id = await this.invitations.nextId();
    const names = { roleName: place.role.name, email, emailKey };
    const { approvedPermissions, approvedBy } = place;
    const vouched = { invitedBy: caller.userId, approvedPermissions, approvedBy };
    const invitation = Invitation.issue({ ...ids, ...names, ...vouched, id, tokenHash }, now);
    await this.invitations.add(invitation);
    await this.offerPlace.send(invitation, token, place, caller);
    await this.auditTrail.record({
      action: 'invitation.created',
      outcome: 'success',
      actorUserId: caller.userId,
      organizationId: ids.organizationId,
      target: { type: 'invitation', id },
      detail: { workspace_id: ids.workspaceId, role: place.role.name },
    });
    const view = await this.invitations.view(ids.organizationId, id, now);
    if (view === null) throw new NotFound('Invitation');
    return view;
  }
}
