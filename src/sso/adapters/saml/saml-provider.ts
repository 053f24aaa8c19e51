import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { partiesOf } from '../../../shared/network.js';
import { Clock } from '../../../shared/ports/clock.js';
import {
  IdentityProvider,
  type LoginStart,
  type ProbeStep,
  type ProtocolMemory,
  type ProviderResponse,
} from '../../application/ports/identity-provider.js';
import { SamlMetadata } from '../../application/ports/saml-metadata.js';
import { ServiceKeys } from '../../application/ports/service-keys.js';
import { requestIdOf } from '../../domain/answered-request.js';
import type { AssertedIdentity } from '../../domain/asserted-identity.js';
import type { Connection, SamlConnection } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { type SamlAddresses, samlAddresses } from '../../domain/service-addresses.js';
import { decryptingKeysOf, mayEncrypt } from './name-id.js';
import { sentBy } from './outgoing-message.js';
import { LogoutTickets } from './logout-tickets.js';
import { refuse } from './refusal.js';
import { compareWithMetadata, probeCertificates } from './saml-probe.js';
import { authnRequest, logoutRequest, newMessageId } from './saml-requests.js';
import { SamlThreads } from './saml-threads.js';

/** SAML 2.0, Web Browser SSO Profile: requests by redirect or by POST, answers by POST. */
@Injectable()
export class SamlProvider extends IdentityProvider {
  constructor(
    private readonly config: Config,
    private readonly metadata: SamlMetadata,
    private readonly threads: SamlThreads,
    private readonly keys: ServiceKeys,
    private readonly tickets: LogoutTickets,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async begin(connection: Connection, input: LoginStart): Promise<Onward & { memory: ProtocolMemory }> {
    const saml = samlOf(connection);
    const { entityId, acsUrl } = this.addressesOf(saml.id);
    const { state, forceLogin, mayBeEarlier = false } = input;
    const id = requestIdOf(state);
    const now = this.clock.now();
    const { signOnUrl: destination, signOnBinding: binding, nameIdFormat } = saml.settings;
    const xml = authnRequest({ id, destination, issuer: entityId, now, acsUrl, nameIdFormat, forceLogin });
    return {
      ...(await sentBy(this.keys, saml, { kind: 'SAMLRequest', address: destination, binding, xml, relayState: state })),
      memory: { requestId: id, ...(forceLogin && !mayBeEarlier && { forcedAt: now.toISOString() }) },
    };
  }

  override async identify(connection: Connection, memory: ProtocolMemory, response: ProviderResponse): Promise<AssertedIdentity> {
    const saml = samlOf(connection);
    const { requestId, forcedAt } = memory;
    if (response.type !== 'saml') refuse('RESPONSE_MALFORMED', 'is not a SAML answer');
    if (requestId === undefined) refuse('REQUEST_MISMATCH', 'this service asked for no login');
    const now = this.clock.now();
    const since = forcedAt === undefined ? null : new Date(forcedAt);
    const { message, network } = response;
    const addresses = this.addressesOf(saml.id);
    const privateKeys = mayEncrypt(saml) ? await decryptingKeysOf(this.keys, saml) : [];
    const posted = { connection: saml, message, addresses, requestId, since, now, privateKeys };
    return this.threads.read('response', posted, partiesOf(network));
  }

  override async probe(connection: Connection): Promise<readonly ProbeStep[]> {
    const saml = samlOf(connection);
    const certificates = probeCertificates(saml.settings.certificates, this.clock.now());
    const { metadataUrl } = saml.settings;
    return metadataUrl === null ? [certificates] : [certificates, await this.probeMetadata(saml, metadataUrl)];
  }

  /** A provider may refuse it if it is not signed. */
  override async logoutUrl(
    connection: Connection,
    session: { subject: string; providerSessionId: string | null; returnTo: string },
  ): Promise<string | null> {
    const saml = samlOf(connection);
    const { logoutUrl: destination, logoutBinding: binding } = saml.settings;
    if (destination === null) return null;
    const { entityId: issuer, endUrl } = this.addressesOf(saml.id);
    const { subject, providerSessionId: sessionIndex, returnTo } = session;
    // An address cannot post: the browser comes back here for the form.
    if (binding === 'post') return `${endUrl}?ticket=${this.tickets.seal(saml.id, { subject, sessionIndex, returnTo })}`;
    const ours = { id: newMessageId(), destination, issuer, now: this.clock.now() };
    const xml = logoutRequest({ ...ours, subject, sessionIndex });
    const message = { kind: 'SAMLRequest', address: destination, binding, xml, relayState: returnTo } as const;
    return (await sentBy(this.keys, saml, message)).redirectUrl;
  }

  private async probeMetadata(connection: SamlConnection, url: string): Promise<ProbeStep> {
    try {
      return compareWithMetadata(connection, await this.metadata.fetch(url, connection.organizationId, connection.issuer));
    } catch (error) {
      if (!(error instanceof SsoFailed)) throw error;
      return { step: 'metadata', outcome: 'failed', message: error.reason ?? error.message };
    }
  }

  private addressesOf(connectionId: number): SamlAddresses {
    return samlAddresses(this.config.http.publicUrl, connectionId);
  }
}

function samlOf(connection: Connection): SamlConnection {
  return connection.type === 'saml' ? connection : refuse('PROVIDER_MISCONFIGURED', 'is not a SAML connection');
}
