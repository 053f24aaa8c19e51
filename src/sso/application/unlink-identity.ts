import { Injectable } from '@nestjs/common';
import type { Caller } from '../../shared/caller.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { DropIdentity } from './drop-identity.js';
import { Identities } from './ports/identities.js';

/** For administrators, and for people themselves. */
@Injectable()
export class UnlinkIdentity {
  constructor(
    private readonly identities: Identities,
    private readonly dropIdentity: DropIdentity,
    private readonly accessControl: AccessControl,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** The sessions that the link opened end with it. @throws NotFound, Forbidden, LastLoginMethod */
  async execute(input: { caller: Caller; identityId: number }): Promise<void> {
    const { caller, identityId } = input;
    const identity = await this.identities.findFor(caller, identityId);
    if (identity === null) {
      const asked = { type: 'sso_identity', id: identityId, name: 'Identity' } as const;
      throw await this.accessControl.refuseUnknown(caller, 'sso.manage', asked);
    }
    const { organizationId, userId } = identity;
    // People unlink themselves, but only in a session that the organization accepts: not one that another provider opened.
    const permission = userId === caller.userId ? 'organization.read' : 'sso.manage';
    await this.accessControl.require(caller, permission, { organizationId }, 'Identity');
    const event = {
      action: 'sso.identity.unlinked',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    const dropped = { organizationId, identityId, actorUserId: caller.userId };
    await recordRefusal(this.auditTrail, event, () => this.unitOfWork.run(() => this.dropIdentity.execute(dropped)));
  }
}
