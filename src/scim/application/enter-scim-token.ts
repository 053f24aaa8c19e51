import { Injectable } from '@nestjs/common';
import type { ApprovalLevel } from '../../shared/backing.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { ScimScope } from '../domain/provisioner.js';
import { type ScimToken, hashScimToken } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** Enters a token with a known text; checks no permission. */
@Injectable()
export class EnterScimToken {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  execute(input: {
    organizationId: number;
    name: string;
    text: string;
    scopes: readonly ScimScope[];
    actorUserId: number | null;
    /** An owner who answers for it; without one, and without an actor, it may do nothing that needs rights. */
    approval: { readonly upTo: ApprovalLevel; readonly by: number } | null;
  }): Promise<ScimToken> {
    const { organizationId, name, text, scopes, actorUserId } = input;
    const hash = hashScimToken(text);
    if (hash === null) throw new Error('A provisioning token begins with hgscim_ and 256 bits follow.');
    return this.unitOfWork.run(async () => {
      const createdAt = this.clock.now();
      const approval = input.approval && { ...input.approval, at: createdAt };
      const made = { createdBy: actorUserId, approval, createdAt, expiresAt: null, hash };
      const token = await this.tokens.add({ organizationId, name, scopes, ...made });
      await this.auditTrail.record({
        action: 'scim_token.entered',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'scim_token', id: token.id },
        detail: { name, scopes, approved_up_to: approval?.upTo ?? null },
      });
      return token;
    });
  }
}
