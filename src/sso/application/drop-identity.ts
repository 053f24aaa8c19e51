import { Injectable } from '@nestjs/common';
import { LockAccount } from '../../accounts/application/lock-account.js';
import { EndSessionsOfConnection } from '../../sessions/application/end-sessions-of-connection.js';
import { NotFound } from '../../shared/domain-error.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { LastLoginMethod } from '../domain/sso.errors.js';
import { Identities, type Identity } from './ports/identities.js';

interface DroppedIdentity {
  readonly organizationId: number;
  readonly identityId: number;
  readonly actorUserId: number;
}

/** Issuer and subject lead to no account again, and the sessions that the link opened end; roles and memberships stay. */
@Injectable()
export class DropIdentity {
  constructor(
    private readonly identities: Identities,
    private readonly lockAccount: LockAccount,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** Joins the unit of work; locks the account. Checks no permission. @throws NotFound, LastLoginMethod */
  async execute({ organizationId, identityId, actorUserId }: DroppedIdentity): Promise<void> {
    const identity = await this.identities.find(identityId);
    if (identity?.organizationId !== organizationId) throw new NotFound('Identity');
    await this.assertNotLast(identity);
    const { connectionId, userId } = identity;
    // Before the row is gone: sessions forget a link that is deleted.
    const scope = { connectionId, identityId, providerSessionId: null, actorUserId };
    await this.endSessionsOfConnection.execute({ ...scope, reason: 'revoked', isSilentIfNone: true });
    if (!(await this.identities.remove(organizationId, identityId))) throw new NotFound('Identity');
    await this.auditTrail.record({
      action: 'sso.identity.unlinked',
      outcome: 'success',
      actorUserId,
      organizationId,
      target: { type: 'user', id: userId },
      detail: { sso_identity_id: identityId, connection_id: connectionId },
    });
  }

  /** A link that no longer opens anything may always be removed. */
  private async assertNotLast({ id, userId }: Identity): Promise<void> {
    const account = await this.lockAccount.execute(userId);
    const links = await this.identities.ofUser(userId);
    const opening = links.filter(({ isCurrent, isOpen }) => isCurrent && isOpen);
    const hasOther = account?.hasPassword === true || opening.some((link) => link.id !== id);
    if (opening.some((link) => link.id === id) && !hasOther) throw new LastLoginMethod();
  }
}
