import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { AccessKeys } from './ports/access-keys.js';

/** `misused`: a code or refresh token came twice, or a code with something wrong beside it. */
type EndOfGrant = 'misused' | 'client_revoked';

/** Ends what a client was allowed, with all its tokens; checks no permission. Join the unit of work. */
@Injectable()
export class EndGrant {
  constructor(
    private readonly keys: AccessKeys,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(keyId: number, reason: EndOfGrant): Promise<void> {
    const now = this.clock.now();
    if (!(await this.keys.revoke(keyId, now))) return;
    const found = await this.keys.findById(keyId, now);
    if (found === null) return;
    const { userId, organizationId, name, clientId } = found.key;
    await this.auditTrail.record({
      action: 'agent.ended',
      outcome: 'success',
      actorUserId: userId,
      organizationId,
      target: { type: 'agent', id: keyId },
      detail: { name, client_id: clientId, reason },
    });
  }
}
