import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** Counts on the next request, on every instance. The token stays listed, because the log refers to it. */
@Injectable()
export class RevokeScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly tokens: ScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A token that is already revoked does not change. @throws Forbidden, NotFound */
  async execute(input: { caller: Caller; organizationId: number; tokenId: number }): Promise<void> {
    const { caller, organizationId, tokenId } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const target = { type: 'scim_token', id: tokenId };
    const event = { action: 'scim_token.revoked', actorUserId: caller.userId, organizationId, target };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        await this.lockOrganization.execute(organizationId, 'alone');
        const token = await this.tokens.find(organizationId, tokenId);
        if (token === null) throw new NotFound('Provisioning token');
        if (token.revokedAt !== null) return;
        await this.tokens.revoke(organizationId, tokenId, now);
        await this.auditTrail.record({ ...event, outcome: 'success', detail: { name: token.name } });
      }),
    );
  }
}
