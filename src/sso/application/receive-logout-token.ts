import { Injectable } from '@nestjs/common';
import { Unavailable, ValidationFailed } from '../../shared/domain-error.js';
import { ConnectionNotActive, SsoFailed } from '../domain/sso.errors.js';
import { EndSignOns } from './end-sign-ons.js';
import { Connections } from './ports/connections.js';
import { LogoutTokens } from './ports/logout-tokens.js';
import { RefuseLogout } from './refuse-logout.js';

/** A provider reports, without a browser, that a session there is over. */
@Injectable()
export class ReceiveLogoutToken {
  constructor(
    private readonly connections: Connections,
    private readonly logoutTokens: LogoutTokens,
    private readonly endSignOns: EndSignOns,
    private readonly refuseLogout: RefuseLogout,
  ) {}

  /**
   * @throws ValidationFailed for anything wrong with the token; RateLimited; Unavailable when the provider's keys
   * cannot be read
   */
  async execute(input: { connectionId: number; token: string; network: string }): Promise<void> {
    const { connectionId, token, network } = input;
    const connection = await this.connections.find(connectionId);
    try {
      if (connection?.type !== 'oidc' || connection.status !== 'active') throw new ConnectionNotActive();
      const { assertion: message, ...notice } = await this.logoutTokens.read(connection, token);
      await this.endSignOns.execute(connection, { ...notice, message });
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      await this.refuseLogout.execute(connection, error, network);
      // Worth another attempt, which a refusal is not.
      if (error.fault === 'PROVIDER_UNREACHABLE') throw new Unavailable();
      throw new ValidationFailed([{ field: 'logout_token', message: error.sentence }]);
    }
  }
}
