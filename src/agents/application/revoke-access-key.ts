import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AccessKey } from '../domain/access-key.js';
import { AccessKeys, type KeyKind } from './ports/access-keys.js';

/** Takes effect with the next request, on every instance. A revoked key does not change again. */
@Injectable()
export class RevokeAccessKey {
  constructor(
    private readonly access: AccessControl,
    private readonly keys: AccessKeys,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** A key of the caller, or the grant of a client. @throws NotFound */
  async execute(kind: KeyKind, caller: Caller, keyId: number): Promise<void> {
    const { userId } = caller;
    await this.revoke(kind, caller, await this.keys.find(kind, { userId }, keyId));
  }

  /** A key of a member. @throws Forbidden, NotFound */
  async ofMember(kind: KeyKind, caller: Caller, organizationId: number, keyId: number): Promise<void> {
    await this.access.require(caller, 'member.remove', { organizationId });
    await this.revoke(kind, caller, await this.keys.find(kind, { organizationId }, keyId));
  }

  private async revoke(kind: KeyKind, caller: Caller, key: AccessKey | null): Promise<void> {
    if (key === null) throw new NotFound(kind === 'key' ? 'Key' : 'Connected AI client');
    await this.unitOfWork.run(async () => {
      if (!(await this.keys.revoke(key.id, this.clock.now()))) return;
      await this.auditTrail.record({
        action: kind === 'key' ? 'access_key.revoked' : 'agent.revoked',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId: key.organizationId,
        target: { type: kind === 'key' ? 'access_key' : 'agent', id: key.id },
        detail: { name: key.name, user_id: key.userId },
      });
    });
  }
}
