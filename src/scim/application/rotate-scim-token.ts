import { Injectable } from '@nestjs/common';
import { LockOrganization } from '../../organizations/application/lock-organization.js';
import type { ApprovalLevel } from '../../shared/backing.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { holdsEverything } from '../../shared/permission.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { type ScimToken, TokenEnded, assertFuture, assertMayApprove, mintScimToken, overlapEnd } from '../domain/scim-token.js';
import { AskForApproval } from './ask-for-approval.js';
import { type ListedScimToken, ListScimTokens } from './list-scim-tokens.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** A new token of the same name and scopes; for the overlap both are valid, so that provisioning goes on while it is entered there. */
@Injectable()
export class RotateScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly tokens: ScimTokens,
    private readonly listScimTokens: ListScimTokens,
    private readonly askForApproval: AskForApproval,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * When an owner rotates, the approval carries over, because the owner gives it again. Other people get to see the
   * text of the new token, and must not get with it what an owner approved for the old one: the owners are asked.
   * @throws Forbidden, NotFound, ValidationFailed, OnlyOwnersApprove, TokenEnded
   */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    tokenId: number;
    overlapHours: number;
    expiresAt: Date | null;
    /** `null` for as far as the old one was approved. */
    approvedUpTo: ApprovalLevel | null;
  }): Promise<{ token: ListedScimToken; text: string; previous: ScimToken }> {
    const { caller, organizationId, tokenId, overlapHours, expiresAt, approvedUpTo } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const target = { type: 'scim_token', id: tokenId };
    const event = { action: 'scim_token.rotated', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        assertFuture(expiresAt, now);
        await this.lockOrganization.execute(organizationId, 'alone');
        const live = await this.tokens.liveOf(organizationId, now);
        const held = await this.access.require(caller, 'scim.manage', { organizationId });
        if (approvedUpTo !== null) assertMayApprove(held);
        const previous = live.find(({ id }) => id === tokenId) ?? (await this.tokens.find(organizationId, tokenId));
        if (previous === null) throw new NotFound('Provisioning token');
        const endsAt = overlapEnd(previous, overlapHours, now);
        if (endsAt === null) throw new TokenEnded();
        const { text, hash } = mintScimToken();
        const { name, scopes } = previous;
        const upTo = approvedUpTo ?? previous.approval?.upTo ?? null;
        const approval = upTo && holdsEverything(held.permissions) ? { upTo, by: caller.userId, at: now } : null;
        const made = { createdBy: caller.userId, approval, createdAt: now, expiresAt, hash };
        const token = await this.tokens.add({ organizationId, name, scopes, ...made });
        if (upTo !== null && approval === null) await this.askForApproval.execute({ tokenId: token.id, tokenName: name, organizationId });
        await this.tokens.replace(organizationId, tokenId, { id: token.id, expiresAt: endsAt });
        const detail = {
          rotated_to: token.id,
          valid_until: endsAt.toISOString(),
          approved_up_to: approval?.upTo ?? null,
        };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        const described = await this.listScimTokens.describe(token);
        return { token: described, text, previous: { ...previous, rotatedTo: token.id, expiresAt: endsAt } };
      }),
    );
  }
}
