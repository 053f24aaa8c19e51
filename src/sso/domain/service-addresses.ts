import type { ConnectionType } from './connection.js';

/**
 * What the provider of a connection has to know about this service; one set for each connection, so that no two can be
 * mixed up.
 */
export interface OidcAddresses {
  readonly redirectUri: string;
  readonly startUrl: string;
  readonly backchannelLogoutUri: string;
  readonly frontchannelLogoutUri: string;
  readonly jwksUri: string;
}

export interface SamlAddresses {
  /** The metadata is here too. */
  readonly entityId: string;
  readonly acsUrl: string;
  readonly sloUrl: string;
  /** Where a logout that began here goes on to a provider that takes it by a form. */
  readonly endUrl: string;
  readonly metadataUrl: string;
  readonly startUrl: string;
}

export function oidcAddresses(publicUrl: string, connectionId: number): OidcAddresses {
  const at = base(publicUrl, connectionId);
  return {
    redirectUri: `${at}/callback`,
    startUrl: `${at}/start`,
    backchannelLogoutUri: `${at}/backchannel-logout`,
    frontchannelLogoutUri: `${at}/frontchannel-logout`,
    jwksUri: `${at}/jwks`,
  };
}

export function samlAddresses(publicUrl: string, connectionId: number): SamlAddresses {
  const at = base(publicUrl, connectionId);
  return {
    entityId: `${at}/metadata`,
    acsUrl: `${at}/acs`,
    sloUrl: `${at}/slo`,
    endUrl: `${at}/logout`,
    metadataUrl: `${at}/metadata`,
    startUrl: `${at}/start`,
  };
}

export function addressesOf(
  publicUrl: string,
  connection: { readonly id: number; readonly type: ConnectionType },
): OidcAddresses | SamlAddresses {
  return connection.type === 'oidc' ? oidcAddresses(publicUrl, connection.id) : samlAddresses(publicUrl, connection.id);
}

/** Where a login begins, for either protocol. */
export function startUrlOf(publicUrl: string, connectionId: number): string {
  return `${base(publicUrl, connectionId)}/start`;
}

function base(publicUrl: string, connectionId: number): string {
  return `${publicUrl}/api/auth/sso/${connectionId}`;
}
