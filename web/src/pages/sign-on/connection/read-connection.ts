import type { components } from '@headgate/client';

type Schemas = components['schemas'];

export type SsoConnection = Schemas['SsoConnection'];
export type OidcConfig = Schemas['OidcConfig'];
export type SamlConfig = Schemas['SamlConfig'];
export type ConfigBody = Schemas['ConfigBody'];
export type SsoDomain = Schemas['SsoDomain'];
export type ConnectionTest = Schemas['ConnectionTest'];

export const CONNECTION = '/api/v1/sso/connections/{connection_id}';
export const CONNECTIONS = '/api/v1/organizations/{org_id}/sso/connections';
export const TESTS = '/api/v1/sso/connections/{connection_id}/tests';
export const DOMAINS = '/api/v1/organizations/{org_id}/sso/domains';

/** Whether what the provider says of itself has been entered. A provider has to be told the addresses of a connection first. */
export function isConfigured({ issuer }: Pick<SsoConnection, 'issuer'>): boolean {
  return issuer !== '';
}

export function isOidc(config: OidcConfig | SamlConfig): config is OidcConfig {
  return 'client_id' in config;
}

/** Verified, though no look at the DNS has ever counted. */
export function isVouchedFor({ status, checked_at: at }: Pick<SsoDomain, 'status' | 'checked_at'>): boolean {
  return status === 'verified' && at === null;
}
