import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { partiesOf } from '../../../shared/network.js';
import { Clock } from '../../../shared/ports/clock.js';
import { ServiceKeys } from '../../application/ports/service-keys.js';
import { type LogoutAnswered, type LogoutMessage, type LogoutRequested, SamlLogout } from '../../application/ports/saml-logout.js';
import type { SamlConnection } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';
import { samlAddresses } from '../../domain/service-addresses.js';
import { LogoutTickets } from './logout-tickets.js';
import { decryptingKeysOf, mayEncrypt } from './name-id.js';
import { sentBy } from './outgoing-message.js';
import { logoutRequest, logoutResponse, newMessageId } from './saml-requests.js';
import { SamlThreads } from './saml-threads.js';

@Injectable()
export class SamlLogoutMessages extends SamlLogout {
  constructor(
    private readonly config: Config,
    private readonly threads: SamlThreads,
    private readonly keys: ServiceKeys,
    private readonly tickets: LogoutTickets,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async receive(connection: SamlConnection, message: LogoutMessage, network: string): Promise<LogoutRequested | LogoutAnswered> {
    const { sloUrl } = samlAddresses(this.config.http.publicUrl, connection.id);
    const privateKeys = mayEncrypt(connection) ? await decryptingKeysOf(this.keys, connection) : [];
    return this.threads.read('logout', { connection, message, sloUrl, now: this.clock.now(), privateKeys }, partiesOf(network));
  }

  override async answer(connection: SamlConnection, { requestId, relayState }: LogoutRequested): Promise<Onward | null> {
    const ours = this.messageTo(connection);
    if (ours === null) return null;
    const xml = logoutResponse({ ...ours, inResponseTo: requestId });
    const { logoutBinding: binding } = connection.settings;
    return sentBy(this.keys, connection, { kind: 'SAMLResponse', address: ours.destination, binding, xml, relayState });
  }

  override async begun(
    connection: SamlConnection,
    sealed: string,
  ): Promise<{ onward: Onward; ticket: { id: string; expiresAt: Date } } | null> {
    const ticket = this.tickets.open(connection.id, sealed);
    const ours = this.messageTo(connection);
    if (ticket === null || ours === null) return null;
    const xml = logoutRequest({ ...ours, ...ticket, id: ours.id });
    const { logoutBinding: binding } = connection.settings;
    const message = { kind: 'SAMLRequest', address: ours.destination, binding, xml, relayState: ticket.returnTo } as const;
    const onward = await sentBy(this.keys, connection, message);
    return { onward, ticket: { id: ticket.id, expiresAt: new Date(ticket.expiresAt) } };
  }

  private messageTo({ id, settings }: SamlConnection): { id: string; destination: string; issuer: string; now: Date } | null {
    const { logoutUrl: destination } = settings;
    if (destination === null) return null;
    const { entityId: issuer } = samlAddresses(this.config.http.publicUrl, id);
    return { id: newMessageId(), destination, issuer, now: this.clock.now() };
  }
}
