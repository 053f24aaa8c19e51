import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Connection } from '../domain/connection.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { Identities } from './ports/identities.js';
import type { LogoutNotice } from './ports/logout-tokens.js';
import { SignOnSessions } from './ports/sign-on-sessions.js';

/** Ends what a provider says is over. */
@Injectable()
export class EndNotedSessions {
  constructor(
    private readonly attempts: Attempts,
    private readonly identities: Identities,
    private readonly sessions: SignOnSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws SsoFailed when the same notice was here before: it must not end what began since */
  execute({ id: connectionId, organizationId }: Connection, notice: LogoutNotice): Promise<void> {
    return this.unitOfWork.run(async () => {
      const isFirst = await this.attempts.rememberAssertion(connectionId, notice.assertion);
      if (!isFirst) throw new SsoFailed('RESPONSE_REPLAYED', 'This message was received before.');
      const { issuer, subject, providerSessionId } = notice;
      const identity = subject === null ? null : await this.identities.findBySubject({ connectionId, issuer, subject });
      // Otherwise somebody who has never been here would stand for everybody of the connection.
      const isKnown = subject === null || identity !== null;
      const identityId = identity?.id ?? null;
      const scope = { connectionId, identityId, providerSessionId, actorUserId: null };
      const ended = isKnown ? await this.sessions.endOf({ ...scope, reason: 'sso_logged_out' }) : 0;
      await this.auditTrail.record({
        action: 'sso.logout.received',
        outcome: 'success',
        actorUserId: null,
        organizationId,
        target: { type: 'sso_connection', id: connectionId },
        detail: { ended, ...(identityId !== null && { sso_identity_id: identityId }) },
      });
    });
  }
}
