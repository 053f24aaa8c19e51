import { Injectable } from '@nestjs/common';
import { NotFound, RateLimited } from '../../shared/domain-error.js';
import { AttemptThrottle } from '../../shared/ports/attempt-throttle.js';
import type { SamlConnection } from '../domain/connection.js';
import { type Onward, redirectTo } from '../domain/onward.js';
import { isAllowedReturn } from '../domain/return-address.js';
import { ReturnAddresses } from '../domain/return-addresses.js';
import { LogoutRefused, SsoFailed } from '../domain/sso.errors.js';
import { logoutThrottle } from '../domain/sso-throttles.js';
import { EndSignOns } from './end-sign-ons.js';
import { Connections } from './ports/connections.js';
import { type LogoutMessage, type LogoutRequested, SamlLogout } from './ports/saml-logout.js';
import { RefuseLogout } from './refuse-logout.js';

/** Single logout of SAML: the provider asks to end sessions here, or answers to a logout that began here. */
@Injectable()
export class ReceiveLogout {
  constructor(
    private readonly connections: Connections,
    private readonly samlLogout: SamlLogout,
    private readonly endSignOns: EndSignOns,
    private readonly returnAddresses: ReturnAddresses,
    private readonly refuseLogout: RefuseLogout,
    private readonly throttle: AttemptThrottle,
  ) {}

  /** @returns where the browser goes @throws NotFound, LogoutRefused, RateLimited, Unavailable */
  async execute(input: { connectionId: number; message: LogoutMessage; network: string }): Promise<Onward> {
    const connection = await this.connections.find(input.connectionId);
    if (connection?.type !== 'saml') throw new NotFound('Connection');
    // Before anything is read: reading is what a stranger could make expensive.
    const wait = await this.throttle.waitSeconds([logoutThrottle(input.network)]);
    if (wait > 0) throw new RateLimited(wait);
    try {
      const received = await this.samlLogout.receive(connection, input.message, input.network);
      if (received.kind === 'request') return await this.end(connection, received);
      const { relayState } = received;
      // No signature has to cover it, so anyone may have written it.
      return redirectTo(relayState !== null && isAllowedReturn(relayState, this.returnAddresses.allowed) ? relayState : this.home);
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      await this.refuseLogout.execute(connection, error, input.network);
      throw new LogoutRefused();
    }
  }

  private async end(connection: SamlConnection, request: LogoutRequested): Promise<Onward> {
    const { subject, providerSessionIds, message } = request;
    const [first = null, ...others] = providerSessionIds;
    // With several sessions of one person, all end here: logging in again costs little, and staying in by mistake is
    // worse.
    await this.endSignOns.execute(connection, {
      subject,
      providerSessionId: others.length === 0 ? first : null,
      message,
    });
    return (await this.samlLogout.answer(connection, request)) ?? redirectTo(this.home);
  }

  private get home(): string {
    const [first = '/'] = this.returnAddresses.allowed;
    return first;
  }
}
