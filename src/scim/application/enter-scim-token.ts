import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { ScimScope } from '../domain/provisioner.js';
import { type ScimToken, hashScimToken } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** Takes a token whose text is known already; asks nobody's permission. */
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
  }): Promise<ScimToken> {
    const { organizationId, name, text, scopes, actorUserId } = input;
    const hash = hashScimToken(text);
    if (hash === null) throw new Error('A provisioning token begins with hgscim_ and 256 bits follow.');
    return this.unitOfWork.run(async () => {
      const at = { createdAt: this.clock.now(), expiresAt: null };
      const token = await this.tokens.add({ organizationId, name, scopes, createdBy: actorUserId, hash, ...at });
      await this.auditTrail.record({
        action: 'scim_token.entered',
        outcome: 'success',
        actorUserId,
        organizationId,
        target: { type: 'scim_token', id: token.id },
        detail: { name, scopes },
      });
      return token;
    });
  }
}
