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
import type { ScimScope } from '../domain/provisioner.js';
import { assertFuture, assertMayApprove, assertRoomFor, mintScimToken } from '../domain/scim-token.js';
import { type ListedScimToken, ListScimTokens } from './list-scim-tokens.js';
import { ScimTokens } from './ports/scim-tokens.js';

@Injectable()
export class IssueScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly lockOrganization: LockOrganization,
    private readonly tokens: ScimTokens,
    private readonly listScimTokens: ListScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns `text` is what the client sends; it cannot be shown again @throws Forbidden, NotFound, ValidationFailed, OnlyOwnersApprove, TokenNameTaken, TooManyTokens */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    name: string;
    scopes: readonly ScimScope[];
    expiresAt: Date | null;
    /** How far its issuer, who then has to be an owner, approves it. */
    approvedUpTo: ApprovalLevel | null;
  }): Promise<{ token: ListedScimToken; text: string }> {
    const { caller, organizationId, name, scopes, expiresAt, approvedUpTo } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const event = { action: 'scim_token.issued', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        assertFuture(expiresAt, now);
        if (!(await this.lockOrganization.execute(organizationId, 'alone'))) throw new NotFound('Organization');
        const live = await this.tokens.liveOf(organizationId, now);
        // Behind the lock: a person who has just lost the right issues and approves nothing.
        const held = await this.access.require(caller, 'scim.manage', { organizationId });
        if (approvedUpTo !== null) assertMayApprove(held);
        assertRoomFor(name, live);
        const { text, hash } = mintScimToken();
        const approval = approvedUpTo && { upTo: approvedUpTo, by: caller.userId, at: now };
        const made = { createdBy: caller.userId, approval, createdAt: now, expiresAt, hash };
        const token = await this.tokens.add({ organizationId, name, scopes, ...made });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'scim_token', id: token.id },
          detail: { name, scopes, expires_at: expiresAt?.toISOString() ?? null, approved_up_to: approvedUpTo },
        });
        return { token: await this.listScimTokens.describe(token), text };
      }),
    );
  }
}
