import type { Binding, Certificate, SamlConnection } from '../../domain/connection.js';
import type { ServiceKey } from '../../domain/service-key.js';

/** An address to which browsers bring messages, and how. */
export interface Endpoint {
  readonly binding: Binding;
  readonly url: string;
}

/** What the metadata of an identity provider says, as far as it is used. */
export interface ProviderMetadata {
  readonly entityId: string;
  /** At least one; the one to prefer first. */
  readonly signOn: readonly Endpoint[];
  readonly logout: readonly Endpoint[];
  /** At least one; each may verify signatures. */
  readonly certificates: readonly Certificate[];
  readonly wantsSignedRequests: boolean;
}

/** Metadata of SAML, of either side. */
export abstract class SamlMetadata {
  /** @param entityId which of several providers @throws SsoFailed `PROVIDER_MISCONFIGURED` or `RESPONSE_MALFORMED`; its reason says what is wrong. Unavailable when too many wait */
  abstract read(xml: string, organizationId: number, entityId?: string): Promise<ProviderMetadata>;
  /**
   * Runs outside any unit of work: it asks the provider.
   * @throws SsoFailed as `read`, and `PROVIDER_UNREACHABLE`
   */
  abstract fetch(url: string, organizationId: number, entityId?: string): Promise<ProviderMetadata>;
  /** @param pem with its frame, or the bare Base64 of the DER form @throws SsoFailed `PROVIDER_MISCONFIGURED` */
  abstract certificate(pem: string): Certificate;
  /** What the provider of a connection is given, with the keys of this service: XML, `application/samlmetadata+xml`. */
  abstract ofService(connection: SamlConnection, keys: readonly ServiceKey[]): string;
}
