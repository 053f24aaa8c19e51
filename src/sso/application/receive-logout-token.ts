import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { EndAtProvider } from './end-at-provider.js';
import { Connections } from './ports/connections.js';
import { LogoutTokens } from './ports/logout-tokens.js';

/** A provider of OpenID Connect says, without any browser, that somebody's session there is over. */
@Injectable()
export class ReceiveLogoutToken {
  constructor(
    private readonly connections: Connections,
    private readonly logoutTokens: LogoutTokens,
    private readonly endAtProvider: EndAtProvider,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** A token that was here before changes nothing. @throws SsoFailed naming what does not hold */
  async execute({ connectionId, token }: { connectionId: number; token: string }): Promise<void> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'oidc' || connection.status !== 'active') throw new ConnectionNotActive();
    try {
      const notice = await this.logoutTokens.read(connection, token);
      const { issuer, subject, providerSessionId, assertion: message } = notice;
      const sessions = [{ providerSessionId }];
      await this.unitOfWork.run(() => this.endAtProvider.execute({ connectionId, issuer, subject, sessions, message }));
    } catch (error) {
      if (error instanceof SsoFailed)
        await this.auditTrail.record({
          action: 'sso.logout.received',
          outcome: 'refused',
          actorUserId: null,
          organizationId: connection.organizationId,
          target: { type: 'sso_connection', id: connectionId },
          detail: { fault: error.fault },
        });
      throw error;
    }
  }
}
