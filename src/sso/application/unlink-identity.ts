import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { EndSessionsOfConnection } from '../../sessions/application/end-sessions-of-connection.js';
import type { Caller } from '../../shared/caller.js';
import { NotFound } from '../../shared/domain-error.js';
import { AccessControl } from '../../shared/ports/access-control.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { recordRefusal } from '../../shared/record-refusal.js';
import { LastLoginMethod } from '../domain/sso.errors.js';
import { Identities, type Identity } from './ports/identities.js';

/** Issuer and subject lead to no account again; roles and memberships stay. */
@Injectable()
export class UnlinkIdentity {
  constructor(
    private readonly identities: Identities,
    private readonly lockAccount: LockAccount,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
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
    const { organizationId, userId, connectionId } = identity;
    // People unlink themselves, but only in a session that the organization accepts: not one that another provider opened.
    const permission = userId === caller.userId ? 'organization.read' : 'sso.manage';
    await this.accessControl.require(caller, permission, { organizationId }, 'Identity');
    const event = {
      action: 'sso.identity.unlinked',
      actorUserId: caller.userId,
      organizationId,
      target: { type: 'user', id: userId },
    };
    const detail = { sso_identity_id: identityId, connection_id: connectionId };
    await recordRefusal(this.auditTrail, event, () =>
      this.unitOfWork.run(async () => {
        const scope = { connectionId, identityId, providerSessionId: null, actorUserId: caller.userId };
        await this.assertNotLast(identity);
        // Before the row is gone: sessions forget a link that is deleted.
        await this.endSessionsOfConnection.execute({ ...scope, reason: 'revoked' });
        if (!(await this.identities.remove(organizationId, identityId))) throw new NotFound('Identity');
        await this.auditTrail.record({ ...event, outcome: 'success', detail });
      }),
    );
  }

  /** Locks the account. A link that no longer opens anything may always be removed. */
  private async assertNotLast({ id, userId }: Identity): Promise<void> {
    const account = await this.lockAccount.execute(userId);
    const links = await this.identities.ofUser(userId);
    const opening = links.filter(({ isCurrent, isOpen }) => isCurrent && isOpen);
    const hasOther = account?.hasPassword === true || opening.some((link) => link.id !== id);
    if (opening.some((link) => link.id === id) && !hasOther) throw new LastLoginMethod();
  }
}
