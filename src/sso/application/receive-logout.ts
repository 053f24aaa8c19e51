import { Injectable } from '@nestjs/common';
import { NotFound, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { SamlConnection } from '../domain/connection.js';
import { isAllowedReturn } from '../domain/return-address.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { LogoutRefused, SsoFailed } from '../domain/sso.errors.js';
import { logoutThrottle } from '../domain/sso-throttles.js';
import { EndSignOns } from './end-sign-ons.js';
import { Connections } from './ports/connections.js';
import { type LogoutRequested, SamlLogout } from './ports/saml-logout.js';

/** Single logout of SAML: the provider asks for an end of sessions here, or answers to one that began here. */
@Injectable()
export class ReceiveLogout {
  constructor(
    private readonly connections: Connections,
    private readonly samlLogout: SamlLogout,
    private readonly endSignOns: EndSignOns,
    private readonly returnAddresses: ReturnAddresses,
    private readonly throttle: AttemptThrottle,
    private readonly auditTrail: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @returns where the browser goes @throws NotFound, LogoutRefused, RateLimited */
  async execute(input: { connectionId: number; rawQuery: string; network: string }): Promise<string> {
    const connection = await this.connections.find(input.connectionId);
    if (connection?.type !== 'saml') throw new NotFound('Connection');
    try {
      const received = this.samlLogout.receive(connection, input.rawQuery);
      if (received.kind === 'request') return await this.end(connection, received);
      const { relayState } = received;
      // Not signed, so anybody may have written it.
      return relayState !== null && isAllowedReturn(relayState, this.returnAddresses.allowed) ? relayState : this.home;
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      return this.refuse(connection, error, input.network);
    }
  }

  private async end(connection: SamlConnection, request: LogoutRequested): Promise<string> {
    const { subject, providerSessionIds, message } = request;
    const [first = null, ...others] = providerSessionIds;
    // Of several sessions of one person all he has here go: to log in again is little, to stay in by mistake is not.
    await this.endSignOns.execute(connection, {
      subject,
      providerSessionId: others.length === 0 ? first : null,
      message,
    });
    return this.samlLogout.answerUrl(connection, request) ?? this.home;
  }

  /** Anybody can send such a thing; the trail of the organization is not to fill up with it. */
  private async refuse({ id, organizationId }: SamlConnection, error: SsoFailed, network: string): Promise<never> {
    const { fault, reason } = error;
    const wait = await this.unitOfWork.run(async () => {
      const seconds = await this.throttle.settle([logoutThrottle(network)], 'failure');
      if (seconds > 0) return seconds;
      await this.auditTrail.record({
        action: 'sso.logout.refused',
        outcome: 'refused',
        actorUserId: null,
        organizationId,
        target: { type: 'sso_connection', id },
        detail: { fault, ...(reason !== null && { reason: reason.slice(0, 200) }) },
      });
      return 0;
    });
    if (wait > 0) throw new RateLimited(wait);
    throw new LogoutRefused();
  }

  private get home(): string {
    const [first = '/'] = this.returnAddresses.allowed;
    return first;
  }
}
