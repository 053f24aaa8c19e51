import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { ApprovalLevel } from '../../shared/backing.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { TokenEnded, assertMayApprove } from '../domain/scim-token.js';
import { type ListedScimToken, ListScimTokens } from './list-scim-tokens.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** An owner answers for what a directory does, no matter who issued its token and whether they are still there. */
@Injectable()
export class ApproveScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly tokens: ScimTokens,
    private readonly listScimTokens: ListScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Replaces an earlier approval, whether that was higher or lower. @throws Forbidden, NotFound, OnlyOwnersApprove, TokenEnded */
  async execute(input: { caller: Caller; organizationId: number; tokenId: number; upTo: ApprovalLevel }): Promise<ListedScimToken> {
    const { caller, organizationId, tokenId, upTo } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const target = { type: 'scim_token', id: tokenId };
    const event = { action: 'scim_token.approved', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const at = this.clock.now();
        await this.lockOrganization.execute(organizationId, 'alone');
        const live = await this.tokens.liveOf(organizationId, at);
        assertMayApprove(await this.access.require(caller, 'scim.manage', { organizationId }));
        const token = live.find(({ id }) => id === tokenId) ?? (await this.tokens.find(organizationId, tokenId));
        if (token === null) throw new NotFound('Provisioning token');
        if (!live.includes(token)) throw new TokenEnded();
        const approval = { upTo, by: caller.userId, at };
        await this.tokens.approve(organizationId, tokenId, approval);
        const detail = { up_to: upTo, up_to_before: token.approval?.upTo ?? null };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return this.listScimTokens.describe({ ...token, approval });
      }),
    );
  }
}
