import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import type { LinkedBy } from '../domain/linking.js';
import { Identities, type NewIdentity } from './ports/identities.js';

/** From now on, issuer and subject lead to the account, even if the address changes. */
@Injectable()
export class LinkIdentity {
  constructor(
    private readonly identities: Identities,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the unit of work, in which the account is locked. @returns the id of the link @throws ConcurrentChange */
  async execute(link: Omit<NewIdentity, 'linkedAt' | 'linkedBy'> & { linkedBy: LinkedBy }): Promise<number> {
    const { organizationId, connectionId, userId, linkedBy } = link;
    const id = await this.identities.link({ ...link, linkedAt: this.clock.now() });
    await this.auditTrail.record({
      action: 'sso.identity.linked',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { sso_identity_id: id, connection_id: connectionId, linked_by: linkedBy },
    });
    return id;
  }
}
