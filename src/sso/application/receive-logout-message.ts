import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SamlConnection } from '../domain/connection.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { EndAtProvider } from './end-at-provider.js';
import { Connections } from './ports/connections.js';
import { SamlLogout } from './ports/saml-logout.js';

/** A provider of SAML sends the browser with the news that a session is over, or with its answer to ours. */
@Injectable()
export class ReceiveLogoutMessage {
  constructor(
    private readonly connections: Connections,
    private readonly samlLogout: SamlLogout,
    private readonly endAtProvider: EndAtProvider,
    private readonly returnAddresses: ReturnAddresses,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @param input.query as the browser sent it @returns where the browser goes @throws SsoFailed naming what does not hold */
  async execute({ connectionId, query }: { connectionId: number; query: string }): Promise<string> {
    const connection = await this.connections.find(connectionId);
    if (connection?.type !== 'saml' || connection.status !== 'active') throw new ConnectionNotActive();
    const { allowed } = this.returnAddresses;
    const [home = ''] = allowed;
    const received = await this.read(connection, query);
    if (received.kind === 'answer') return allowed.find((one) => one === received.relayState) ?? home;
    const { subject, providerSessionIds, message } = received;
    const sessions =
      providerSessionIds.length === 0
        ? [{ providerSessionId: null }]
        : providerSessionIds.map((providerSessionId) => ({ providerSessionId }));
    const { issuer } = connection;
    await this.unitOfWork.run(() => this.endAtProvider.execute({ connectionId, issuer, subject, sessions, message }));
    return this.samlLogout.answerUrl(connection, received) ?? home;
  }

  private async read(connection: SamlConnection, query: string): Promise<ReturnType<SamlLogout['receive']>> {
    try {
      return this.samlLogout.receive(connection, query);
    } catch (error) {
      if (error instanceof SsoFailed)
        await this.auditTrail.record({
          action: 'sso.logout.received',
          outcome: 'refused',
          actorUserId: null,
          organizationId: connection.organizationId,
          target: { type: 'sso_connection', id: connection.id },
          detail: { fault: error.fault },
        });
      throw error;
    }
  }
}
