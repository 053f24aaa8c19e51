import { Injectable } from '@nestjs/common';
import { FindAccountByEmail } from '../../accounts/application/find-account-by-email.js';
import { DescribePlace, type OfferedPlace, type PlaceIds } from '../../organizations/application/describe-place.js';
import { ReadStanding } from '../../organizations/application/read-standing.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound, RateLimited } from '../../shared/domain-error.js';
import { mayGive } from '../../shared/permission.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { Mailer } from '../../shared/ports/mailer.js';
import { OwnerConsent } from '../../shared/ports/owner-consent.js';
import { type Approval, type Invitation, NOT_APPROVED } from '../domain/invitation.js';
import { AlreadyInWorkspace, BroughtByDirectory, GrantRefused, UnknownReference } from '../domain/invitation.errors.js';
import { invitationMail } from '../domain/invitation-mail.js';
import { mailThrottles } from '../domain/invitation-throttles.js';
import { Provisioning } from './ports/provisioning.js';
import type { Voucher } from './vouch-for-place.js';

/**
 * What inviting and inviting again share: who may offer what to whom how often, and the mail. Joins their unit of work.
 */
@Injectable()
export class OfferPlace {
  constructor(
    private readonly describePlace: DescribePlace,
    private readonly readStanding: ReadStanding,
    private readonly provisioning: Provisioning,
    private readonly findAccountByEmail: FindAccountByEmail,
    private readonly consent: OwnerConsent,
    private readonly throttle: AttemptThrottle,
    private readonly mailer: Mailer,
    private readonly service: ServiceOrigin,
  ) {}

  /**
   * Counts the mail that is to follow.
   * @returns with what an owner let a system administrator offer
   * @throws NotFound, UnknownReference, GrantRefused, OwnerApprovalRequired, BroughtByDirectory, AlreadyInWorkspace,
   * RateLimited
   */
  async execute(input: { caller: Caller; voucher: Voucher; ids: PlaceIds; email: string }): Promise<OfferedPlace & Approval> {
    const { caller, voucher, ids } = input;
    const { held, within } = voucher;
    const place = await this.hold(ids, within !== null);
    const { permissions } = place.role;
    const isAsked = [held, within].some((one) => one !== null && !mayGive(one, permissions));
    if (isAsked && !held.isSystemAdmin) throw new GrantRefused();
    const { email, userId } = await this.findAccountByEmail.execute(input.email);
    const { organizationId, workspaceId } = ids;
    if (await this.provisioning.brings({ organizationId, emailKey: email.key })) throw new BroughtByDirectory();
    if (userId !== null && (await this.readStanding.execute({ userId, organizationId, workspaceId })).isInWorkspace)
      throw new AlreadyInWorkspace();
    const wait = await this.throttle.settle(mailThrottles(caller.userId, email.key), 'failure');
    if (wait > 0) throw new RateLimited(wait);
    if (!isAsked) return { ...place, ...NOT_APPROVED };
    const act = { kind: 'give_role', email: email.text, roleId: ids.roleId, permissions } as const;
    const approvedBy = await this.consent.spend(caller, organizationId, act);
    return { ...place, approvedPermissions: permissions, approvedBy };
  }

  /** @param inviter `null` for the organization's directory */
  async send(invitation: Invitation, token: string, place: OfferedPlace, inviter: Caller | null): Promise<void> {
    await this.mailer.send(
      invitationMail({
        id: invitation.id,
        organizationId: inviter && place.organization.id,
        to: invitation.email,
        inviter: inviter?.username ?? 'The user directory of the organization',
        organization: place.organization.name,
        workspace: place.workspace.name,
        role: place.role.name,
        token,
        link: `${this.service.pagesUrl}/invitations#token=${token}`,
        expiresAt: invitation.expiresAt,
      }),
    );
  }

  private async hold(ids: PlaceIds, isSeen: boolean): Promise<OfferedPlace> {
    const { organization, role, ...found } = await this.describePlace.hold(ids);
    const workspace = isSeen ? found.workspace : null;
    if (organization === null) throw new NotFound('Organization');
    if (workspace === null || role === null) {
      const unknown = [workspace === null && ('workspace_id' as const), role === null && ('role_id' as const)];
      throw new UnknownReference(unknown.filter((field) => field !== false));
    }
    return { organization, workspace, role };
  }
}
