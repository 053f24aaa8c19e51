import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { partiesOf } from '../../../shared/network.js';
import { Clock } from '../../../shared/ports/clock.js';
import { ServiceKeys } from '../../application/ports/service-keys.js';
import { type LogoutAnswered, type LogoutRequested, SamlLogout } from '../../application/ports/saml-logout.js';
import type { SamlConnection } from '../../domain/connection.js';
import { samlAddresses } from '../../domain/service-addresses.js';
import { redirectUrl, requestKeyOf } from './redirect-binding.js';
import { logoutResponse, newMessageId } from './saml-requests.js';
import { SamlThreads } from './saml-threads.js';

@Injectable()
export class SamlLogoutMessages extends SamlLogout {
  constructor(
    private readonly config: Config,
    private readonly threads: SamlThreads,
    private readonly keys: ServiceKeys,
    private readonly clock: Clock,
  ) {
    super();
  }

  override receive(connection: SamlConnection, rawQuery: string, network: string): Promise<LogoutRequested | LogoutAnswered> {
    const { sloUrl } = samlAddresses(this.config.http.publicUrl, connection.id);
    const redirected = { connection, rawQuery, sloUrl, now: this.clock.now() };
    return this.threads.read('logout', redirected, partiesOf(network));
  }

  override async answerUrl(connection: SamlConnection, { requestId, relayState }: LogoutRequested): Promise<string | null> {
    const { logoutUrl: destination } = connection.settings;
    if (destination === null) return null;
    const { entityId: issuer } = samlAddresses(this.config.http.publicUrl, connection.id);
    const ours = { id: newMessageId(), destination, issuer, now: this.clock.now() };
    const xml = logoutResponse({ ...ours, inResponseTo: requestId });
    return redirectUrl(destination, 'SAMLResponse', xml, relayState, await requestKeyOf(this.keys, connection));
  }
}
