import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { AccessKey } from '../domain/access-key.js';
import { AccessKeys } from './ports/access-keys.js';

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

  /** A key of the caller. @throws NotFound */
  async execute(caller: Caller, keyId: number): Promise<void> {
    const { userId } = caller;
    await this.revoke(caller, await this.keys.find({ userId }, keyId));
  }

  /** A key of a member. @throws Forbidden, NotFound */
  async ofMember(caller: Caller, organizationId: number, keyId: number): Promise<void> {
    await this.access.require(caller, 'member.remove', { organizationId });
    await this.revoke(caller, await this.keys.find({ organizationId }, keyId));
  }

  private async revoke(caller: Caller, key: AccessKey | null): Promise<void> {
    if (key === null) throw new NotFound('Key');
    await this.unitOfWork.run(async () => {
      if (!(await this.keys.revoke(key.id, this.clock.now()))) return;
      await this.auditTrail.record({
        action: 'access_key.revoked',
        outcome: 'success',
        actorUserId: caller.userId,
        organizationId: key.organizationId,
        target: { type: 'access_key', id: key.id },
        detail: { name: key.name, user_id: key.userId },
      });
    });
  }
}
