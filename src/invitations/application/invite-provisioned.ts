import { Injectable } from '@nestjs/common';
import { DescribePlace } from '../../organizations/application/describe-place.js';
import { FindEntrance } from '../../organizations/application/find-entrance.js';
import { mintToken } from '../../shared/one-time-token.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { type AuditEvent, AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { placeOfEvent } from '../../shared/unseen-event.js';
import { Invitation, NOT_APPROVED } from '../domain/invitation.js';
import { receivedMailThrottle } from '../domain/invitation-throttles.js';
import { OfferPlace } from './offer-place.js';
import { Invitations } from './ports/invitations.js';

/**
 * Invites a person whom the organization's directory brings and who is known here already: their account is their own,
 * so they are asked. The directory vouches for the invitation: it is good as long as the person is an active user
 * there.
 */
@Injectable()
export class InviteProvisioned {
  constructor(
    private readonly findEntrance: FindEntrance,
    private readonly describePlace: DescribePlace,
    private readonly offerPlace: OfferPlace,
    private readonly invitations: Invitations,
    private readonly throttle: AttemptThrottle,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Joins the unit of work of the provisioning. If there is no place, or an open invitation already, nothing is sent.
   */
  async execute(input: {
    organizationId: number;
    email: { readonly text: string; readonly key: string };
    /** `null` for the built-in viewer. */
    roleId: number | null;
    detail: AuditEvent['detail'];
  }): Promise<void> {
    const { organizationId, email, detail } = input;
    const entrance = await this.findEntrance.execute({ organizationId, roleId: input.roleId });
    if (entrance === null) return;
    const ids = { organizationId, ...entrance };
    const { organization, workspace, role } = await this.describePlace.execute(ids);
    if (organization === null || workspace === null || role === null) return;
    const now = this.clock.now();
    await this.invitations.closeExpired(ids.workspaceId, email.key, now);
    if (await this.invitations.isPending(ids.workspaceId, email.key)) return;
    const id = await this.invitations.nextId();
    const event = { action: 'invitation.created', actorUserId: null };
    const target = { type: 'invitation', id };
    if ((await this.throttle.settle([receivedMailThrottle(email.key)], 'failure')) > 0)
      return this.auditTrail.record({
        ...event,
        outcome: 'refused',
        ...placeOfEvent(organizationId, false, { ...detail, reason: 'too_many_mails' }),
      });
    const { token, hash: tokenHash } = mintToken();
    const names = { roleName: role.name, email: email.text, emailKey: email.key };
    const vouched = { invitedBy: null, ...NOT_APPROVED };
    const invitation = Invitation.issue({ ...ids, ...names, ...vouched, id, tokenHash }, now);
    await this.invitations.add(invitation);
    await this.offerPlace.send(invitation, token, { organization, workspace, role }, null);
    await this.auditTrail.record({
      ...event,
      outcome: 'success',
      target,
      ...placeOfEvent(organizationId, false, detail),
    });
  }
}
