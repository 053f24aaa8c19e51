import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import type { ScimScope } from '../domain/provisioner.js';
import { type ScimToken, assertFuture, assertRoomFor, mintScimToken } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

@Injectable()
export class IssueScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly tokens: ScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @returns `text` is what the client sends; nobody can be shown it again @throws Forbidden, NotFound, ValidationFailed, TokenNameTaken, TooManyTokens */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    name: string;
    scopes: readonly ScimScope[];
    expiresAt: Date | null;
  }): Promise<{ token: ScimToken; text: string }> {
    const { caller, organizationId, name, scopes, expiresAt } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const event = { action: 'scim_token.issued', actorUserId: caller.userId, organizationId };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        assertFuture(expiresAt, now);
        const live = await this.tokens.lockLive(organizationId, now);
        if (live === null) throw new NotFound('Organization');
        assertRoomFor(name, live);
        const { text, hash } = mintScimToken();
        const made = { createdBy: caller.userId, createdAt: now, expiresAt, hash };
        const token = await this.tokens.add({ organizationId, name, scopes, ...made });
        await this.auditTrail.record({
          ...event,
          outcome: 'success',
          target: { type: 'scim_token', id: token.id },
          detail: { name, scopes, expires_at: expiresAt?.toISOString() ?? null },
        });
        return { token, text };
      }),
    );
  }
}
