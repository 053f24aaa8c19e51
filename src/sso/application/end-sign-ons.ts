import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Connection } from '../domain/connection.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { Identities } from './ports/identities.js';
import { SignOnSessions } from './ports/sign-on-sessions.js';

/** Ends the sessions that a provider says are over, whichever protocol it says it in. */
@Injectable()
export class EndSignOns {
  constructor(
    private readonly attempts: Attempts,
    private readonly identities: Identities,
    private readonly sessions: SignOnSessions,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param notice.message counts once: it must not end what began since
   * @returns how many @throws SsoFailed
   */
  execute(
    connection: Connection,
    notice: {
      subject: string | null;
      providerSessionId: string | null;
      message: { readonly id: string; readonly expiresAt: Date };
    },
  ): Promise<number> {
    const { id: connectionId, issuer } = connection;
    const { subject, providerSessionId, message } = notice;
    return this.unitOfWork.run(async () => {
      const identity = subject === null ? null : await this.identities.findBySubject({ connectionId, issuer, subject });
      if (!(await this.attempts.rememberAssertion(connectionId, message)))
        throw new SsoFailed('RESPONSE_REPLAYED', 'This message of the identity provider was used before.');
      if (identity === null && (subject !== null || providerSessionId === null)) return 0;
      const identityId = identity?.id ?? null;
      const ended = {
        connectionId,
        identityId,
        providerSessionId,
        reason: 'sso_logged_out',
        actorUserId: null,
      } as const;
      return this.sessions.endOf(ended);
    });
  }
}
