import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { GuardedFetch } from '../../../platform/network/guarded-fetch.js';
import { FetchFailed } from '../../../platform/network/vetted-exchange.js';
import { Clock } from '../../../shared/ports/clock.js';
import { type Endpoint, type ProviderMetadata, SamlMetadata } from '../../application/ports/saml-metadata.js';
import type { Certificate, SamlConnection } from '../../domain/connection.js';
import type { ServiceKey } from '../../domain/service-key.js';
import { samlAddresses } from '../../domain/service-addresses.js';
import { certificateOf } from './certificates.js';
import { GOOD_CIPHERS, RSA_OAEP } from './encryption.js';
import { refuse } from './refusal.js';
import { SamlThreads } from './saml-threads.js';
import { escaped, utf8Of } from './xml-document.js';
import { METADATA, POST_BINDING, PROTOCOL, REDIRECT_BINDING, XML_SIGNATURE } from './xml-names.js';

@Injectable()
export class SamlDocuments extends SamlMetadata {
  constructor(
    private readonly config: Config,
    private readonly outgoing: GuardedFetch,
    private readonly threads: SamlThreads,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async read(xml: string, organizationId: number, entityId?: string): Promise<ProviderMetadata> {
    const party = partyOf(organizationId);
    const metadata = await this.threads.read('metadata', { xml, now: this.clock.now(), entityId }, party);
    return { ...metadata, signOn: this.fitForBrowsers(metadata.signOn), logout: this.fitForBrowsers(metadata.logout) };
  }

  override async fetch(url: string, organizationId: number, entityId?: string): Promise<ProviderMetadata> {
    return this.read(await this.textAt(url, organizationId), organizationId, entityId);
  }

  override certificate(pem: string): Certificate {
    return certificateOf(pem);
  }

  override ofService({ id, settings }: SamlConnection, keys: readonly ServiceKey[]): string {
    const { entityId, acsUrl, sloUrl } = samlAddresses(this.config.http.publicUrl, id);
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escaped(entityId)}">` +
      `<md:SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="${settings.signsRequests}" WantAssertionsSigned="true">` +
      keys.map((key) => keyDescriptor('signing', key)).join('') +
      (settings.assertionEncryption === 'off' ? [] : keys.filter(({ isCurrent }) => isCurrent))
        .map((key) => keyDescriptor('encryption', key, [...GOOD_CIPHERS, RSA_OAEP]))
        .join('') +
      [REDIRECT_BINDING, POST_BINDING].map((one) => `<md:SingleLogoutService Binding="${one}" Location="${escaped(sloUrl)}"/>`).join('') +
      `<md:AssertionConsumerService Binding="${POST_BINDING}" Location="${escaped(acsUrl)}" index="0" isDefault="true"/>` +
      `</md:SPSSODescriptor></md:EntityDescriptor>\n`
    );
  }

  /** The first one has to be; others are left out if they are not, as nobody may ever need them. */
  private fitForBrowsers(endpoints: readonly Endpoint[]): readonly Endpoint[] {
    const [first] = endpoints;
    if (first !== undefined && !this.isFitForBrowsers(new URL(first.url)))
      refuse('PROVIDER_MISCONFIGURED', `${first.url} must begin with https, and name no user`);
    return endpoints.filter(({ url }) => this.isFitForBrowsers(new URL(url)));
  }

  /** This service does not connect to it, so its network does not matter; unencrypted transport does. */
  private isFitForBrowsers({ protocol, username, password }: URL): boolean {
    return (protocol === 'https:' || this.config.sso.allowsPlainHttp) && username === '' && password === '';
  }

  private async textAt(url: string, organizationId: number): Promise<string> {
    try {
      const accept = { accept: 'application/samlmetadata+xml, application/xml, text/xml' };
      const response = await this.outgoing.fetch(url, { headers: accept, party: partyOf(organizationId), followsOnSite: true });
      if (response.status !== 200) refuse('PROVIDER_UNREACHABLE', `the address of the metadata answers ${response.status}`);
      return utf8Of(new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      if (error instanceof FetchFailed) return refuse('PROVIDER_UNREACHABLE', error.message);
      throw error;
    }
  }
}

/** Of those that decrypt only the current one is published: providers that find several take any. */
function keyDescriptor(use: 'signing' | 'encryption', { certificate }: ServiceKey, methods: readonly string[] = []): string {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  return (
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="${XML_SIGNATURE}"><ds:X509Data>` +
    `<ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>` +
    `${methods.map((algorithm) => `<md:EncryptionMethod Algorithm="${algorithm}"/>`).join('')}</md:KeyDescriptor>`
  );
}

function partyOf(organizationId: number): string {
  return `organization ${organizationId}`;
}
