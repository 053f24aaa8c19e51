import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { mayName } from '../domain/steering.js';
import { AddressDomains } from './ports/address-domains.js';
import { Affiliations } from './ports/affiliations.js';
import { Users } from './ports/users.js';

/** Writes what an organization's directory or provider calls a member, as far as the organization may say that. */
@Injectable()
export class FollowDisplayName {
  constructor(
    private readonly users: Users,
    private readonly affiliations: Affiliations,
    private readonly domains: AddressDomains,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the caller's unit of work, in which the account is locked. It leaves undone what the organization may not do. */
  async execute(input: { userId: number; organizationId: number; displayName: string }): Promise<void> {
    const { userId, organizationId, displayName } = input;
    const user = await this.users.find(userId);
    const shown = user?.showAs(displayName, 'organization', this.clock.now());
    if (user === null || shown === undefined || shown === user) return;
    const { belongsElsewhere, isOwner } = await this.affiliations.glanceAt(organizationId, userId);
    const hasVerifiedDomains = (await this.domains.standingOf(organizationId, user.emailKey)) === 'verified';
    if (!mayName(user, { organizationId, belongsElsewhere, isOwner, hasVerifiedDomains })) return;
    await this.users.save(shown);
    const target = { type: 'user', id: userId } as const;
    const detail = { display_name: shown.displayName, given_by: organizationId };
    await this.auditTrail.record({ action: 'user.display_name_changed', outcome: 'success', actorUserId: null, target, detail });
  }
}
