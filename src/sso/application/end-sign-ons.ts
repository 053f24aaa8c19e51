import { Injectable } from '@nestjs/common';
import { EndSessionsOfConnection } from '../../sessions/application/end-sessions-of-connection.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Connection } from '../domain/connection.js';
import { SsoFailed } from '../domain/sso.errors.js';
import { Attempts } from './ports/attempts.js';
import { Identities } from './ports/identities.js';

/** Ends the sessions that a provider reports as over, in either protocol. */
@Injectable()
export class EndSignOns {
  constructor(
    private readonly attempts: Attempts,
    private readonly identities: Identities,
    private readonly endSessionsOfConnection: EndSessionsOfConnection,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param notice.message counts once: it must not end sessions that began since
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
        throw new SsoFailed('RESPONSE_REPLAYED', 'This message of the identity provider was already used. Log in again.');
      if (identity === null && (subject !== null || providerSessionId === null)) return 0;
      const identityId = identity?.id ?? null;
      const scope = { connectionId, identityId, providerSessionId };
      return this.endSessionsOfConnection.execute({ ...scope, reason: 'sso_logged_out' });
    });
  }
}
