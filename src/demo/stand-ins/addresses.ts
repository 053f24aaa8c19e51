/** As the demo's identity provider knows this service, and every other on this machine. */
export const CLIENT = { id: 'headgate', secret: 'demo-secret-of-the-local-provider' } as const;

/** What the stand-in for a language model is called. */
export const MODEL = 'demo';

export interface SamlAddresses {
  readonly entityId: string;
  readonly metadataUrl: string;
  readonly signOnUrl: string;
  readonly logoutUrl: string;
}

/** @param origin of the stand-ins */
export function samlAddressesAt(origin: string): SamlAddresses {
  const at = `${origin}/saml`;
  return {
    entityId: `${at}/metadata`,
    metadataUrl: `${at}/metadata`,
    signOnUrl: `${at}/sso`,
    logoutUrl: `${at}/slo`,
  };
}
