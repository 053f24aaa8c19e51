import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { TokenEnded } from '../domain/scim-token.errors.js';
import { type ScimToken, assertFuture, mintScimToken, overlapEnd } from '../domain/scim-token.js';
import { ScimTokens } from './ports/scim-tokens.js';

/** A new token of the same name and scopes; for the overlap both are valid, so that provisioning goes on while it is entered there. */
@Injectable()
export class RotateScimToken {
  constructor(
    private readonly access: AccessControl,
    private readonly tokens: ScimTokens,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws Forbidden, NotFound, ValidationFailed, TokenEnded */
  async execute(input: {
    caller: Caller;
    organizationId: number;
    tokenId: number;
    overlapHours: number;
    expiresAt: Date | null;
  }): Promise<{ token: ScimToken; text: string; previous: ScimToken }> {
    const { caller, organizationId, tokenId, overlapHours, expiresAt } = input;
    await this.access.require(caller, 'scim.manage', { organizationId });
    const target = { type: 'scim_token', id: tokenId };
    const event = { action: 'scim_token.rotated', actorUserId: caller.userId, organizationId, target };
    return recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        assertFuture(expiresAt, now);
        const live = await this.tokens.lockLive(organizationId, now);
        const previous = live?.find(({ id }) => id === tokenId) ?? (await this.tokens.find(organizationId, tokenId));
        if (previous === null) throw new NotFound('Provisioning token');
        const endsAt = overlapEnd(previous, overlapHours, now);
        if (endsAt === null) throw new TokenEnded();
        const { text, hash } = mintScimToken();
        const { name, scopes } = previous;
        const made = { createdBy: caller.userId, createdAt: now, expiresAt, hash };
        const token = await this.tokens.add({ organizationId, name, scopes, ...made });
        await this.tokens.replace(organizationId, tokenId, { id: token.id, expiresAt: endsAt });
        const detail = { rotated_to: token.id, valid_until: endsAt.toISOString() };
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
        return { token, text, previous: { ...previous, rotatedTo: token.id, expiresAt: endsAt } };
      }),
    );
  }
}
