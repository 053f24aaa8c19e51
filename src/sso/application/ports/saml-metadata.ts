import type { Certificate } from '../../domain/connection.js';

/** What the metadata of an identity provider says, as far as it is used. */
export interface ProviderMetadata {
  readonly entityId: string;
  /** Accepts requests by redirect. */
  readonly signOnUrl: string;
  readonly logoutUrl: string | null;
  /** At least one; each may verify signatures. */
  readonly certificates: readonly Certificate[];
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
  /** What the provider of this connection is given: XML, `application/samlmetadata+xml`. */
  abstract ofService(connectionId: number): string;
}
