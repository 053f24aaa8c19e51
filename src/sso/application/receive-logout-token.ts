import { Injectable } from '@nestjs/common';
import { RateLimited, Unavailable, ValidationFailed } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import { AuditTrail } from '../../shared/ports/audit-trail.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import type { Connection } from '../domain/connection.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { logoutThrottle } from '../domain/sso-throttles.js';
import { EndSignOns } from './end-sign-ons.js';
import { Connections } from './ports/connections.js';
import { LogoutTokens } from './ports/logout-tokens.js';

/** A provider says, without a browser, that somebody's session there is over. */
@Injectable()
export class ReceiveLogoutToken {
  constructor(
    private readonly connections: Connections,
    private readonly logoutTokens: LogoutTokens,
    private readonly endSignOns: EndSignOns,
    private readonly throttle: AttemptThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly auditTrail: AuditTrail,
  ) {}

  /** @throws ValidationFailed for whatever is wrong with the token; RateLimited; Unavailable when the provider's keys cannot be read */
  async execute(input: { connectionId: number; token: string; network: string }): Promise<void> {
    const { connectionId, token, network } = input;
    const connection = await this.connections.find(connectionId);
    try {
      if (connection?.type !== 'oidc' || connection.status !== 'active') throw new ConnectionNotActive();
      const { assertion: message, ...notice } = await this.logoutTokens.read(connection, token);
      await this.endSignOns.execute(connection, { ...notice, message });
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      await this.refuse(connection, network, error);
      // Worth another try, which a refusal is not.
      if (error.fault === 'PROVIDER_UNREACHABLE') throw new Unavailable();
      throw new ValidationFailed([{ field: 'logout_token', message: error.message }]);
    }
  }

  private async refuse(connection: Connection | null, network: string, error: SsoFailed): Promise<void> {
    const { fault, reason } = error;
    const wait = await this.unitOfWork.run(async () => {
      const waiting = await this.throttle.settle([logoutThrottle(network)], 'failure');
      // Anybody may post here: what is refused anyway need not fill the trail.
      if (waiting > 0) return waiting;
      await this.auditTrail.record({
        action: 'sso.logout.refused',
        outcome: 'refused',
        actorUserId: null,
        ...(connection !== null && {
          organizationId: connection.organizationId,
          target: { type: 'sso_connection', id: connection.id },
        }),
        detail: { fault, ...(reason !== null && { reason: reason.slice(0, 200) }) },
      });
      return 0;
    });
    if (wait > 0) throw new RateLimited(wait);
  }
}
