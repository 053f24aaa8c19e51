import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../shared/caller.js';
import { OwnerApprovalRequired } from '../../../shared/domain-error.js';
import { AuditTrail } from '../../../shared/ports/audit-trail.js';
import type { Held } from '../../../shared/ports/access-control.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type ConsentedAct, OwnerConsent } from '../../../shared/ports/owner-consent.js';
import { AccessRequests } from '../../application/ports/access-requests.js';
import { Members } from '../../application/ports/members.js';
import { SealedChanges } from '../../application/ports/sealed-changes.js';
import { shownOutside, subjectOf, toldOf } from '../../domain/access-request.js';

/** Looks for an owner's approval, or for what the emergency procedure allows, and uses it up. */
@Injectable()
export class RecordedConsent extends OwnerConsent {
  constructor(
    private readonly requests: AccessRequests,
    private readonly members: Members,
    private readonly sealedChanges: SealedChanges,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {
    super();
  }

  async settle(caller: Caller, held: Held, organizationId: number, act: ConsentedAct): Promise<void> {
    if (held.isSystemAdmin && !held.isFounding) await this.spend(caller, organizationId, act);
  }

  async spend({ userId }: Caller, organizationId: number, act: ConsentedAct): Promise<number | null> {
    const { kind } = act;
    const subject = subjectOf(act);
    const asked = { organizationId, kind, subject, requestedBy: userId };
    const now = this.clock.now();
    const spent = await this.requests.spend(asked, now);
    if (spent === null) {
      const refused = { organizationId, userId };
      const change = kind === 'change' ? { subject: shownOutside(subject), change: this.sealedChanges.seal(refused, subject, now) } : {};
      throw new OwnerApprovalRequired(organizationId, kind, change);
    }
    await this.auditTrail.record({
      action: 'access_request.used',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'access_request', id: spent.id },
      detail: toldOf({ kind, subject }),
    });
    return spent.approvedBy;
  }

  async spendForAccount(caller: Caller, act: Extract<ConsentedAct, { kind: 'reset_factors' }>): Promise<void> {
    for (const organizationId of await this.members.guardedBy(act.userId)) await this.spend(caller, organizationId, act);
  }

  endResets(userId: number): Promise<void> {
    return this.requests.endResets(userId);
  }
}
