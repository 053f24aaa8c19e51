import type { Connection, OidcSettings, SamlSettings } from '../../domain/connection.js';
import { addressesOf, oidcAddresses } from '../../domain/service-addresses.js';

export interface ConnectionResponse {
  readonly id: number;
  readonly organization_id: number;
  readonly name: string;
  readonly type: Connection['type'];
  readonly status: Connection['status'];
  readonly issuer: string;
  readonly config: ReturnType<typeof toOidc> | ReturnType<typeof toSaml>;
  readonly default_role_id: number | null;
  readonly configuration_version: number;
  readonly tested_at: string | null;
  readonly activated_at: string | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** What the provider has to be told. */
  readonly service_provider: Readonly<Record<string, string>>;
}

/** Field by field: whatever else is ever stored with a connection stays here. */
export function toConnectionResponse(connection: Connection, publicUrl: string): ConnectionResponse {
  const { testedAt, testedVersion, configurationVersion, activatedAt, disabledAt } = connection;
  return {
    id: connection.id,
    organization_id: connection.organizationId,
    name: connection.name,
    type: connection.type,
    status: connection.status,
    issuer: connection.issuer,
    config:
      connection.type === 'oidc'
        ? toOidc(connection.issuer, connection.settings, connection.hasClientSecret)
        : toSaml(connection.issuer, connection.settings),
    default_role_id: connection.defaultRoleId,
    configuration_version: configurationVersion,
    tested_at: testedVersion === configurationVersion ? (testedAt?.toISOString() ?? null) : null,
    activated_at: activatedAt?.toISOString() ?? null,
    disabled_at: disabledAt?.toISOString() ?? null,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
    service_provider: toServiceProvider(connection, publicUrl),
  };
}

function toOidc(issuer: string, settings: OidcSettings, hasClientSecret: boolean) {
  return {
    issuer,
    client_id: settings.clientId,
    has_client_secret: hasClientSecret,
    scopes: settings.scopes,
    tenant: settings.tenant,
    client_authentication: settings.clientAuthentication,
    ...toCommon(settings),
  };
}

function toSaml(entityId: string, settings: SamlSettings) {
  return {
    entity_id: entityId,
    sign_on_url: settings.signOnUrl,
    logout_url: settings.logoutUrl,
    certificates: settings.certificates.map(({ fingerprint, pem, notBefore, notAfter }) => ({
      fingerprint,
      pem,
      not_before: notBefore,
      not_after: notAfter,
    })),
    metadata_url: settings.metadataUrl,
    name_id_format: settings.nameIdFormat,
    allows_provider_start: settings.allowsProviderStart,
    ...toCommon(settings),
  };
}

function toCommon({ attributes, addressProof, provisions, trustsMfa }: OidcSettings | SamlSettings) {
  const { email, name, groups } = attributes;
  return { attributes: { email, name, groups }, address_proof: addressProof, provisions, trusts_mfa: trustsMfa };
}

function toServiceProvider(connection: Connection, publicUrl: string): Readonly<Record<string, string>> {
  const snake = Object.entries(addressesOf(publicUrl, connection)).map(([name, url]: [string, string]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    url,
  ]);
  return Object.fromEntries(snake) as Readonly<Record<string, string>>;
}

const { redirectUri, startUrl, backchannelLogoutUri } = oidcAddresses('https://headgate.example', 3);

export const CONNECTION_EXAMPLE: ConnectionResponse = {
  id: 3,
  organization_id: 1,
  name: 'Microsoft Entra ID',
  type: 'oidc',
  status: 'draft',
  issuer: 'https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0',
  config: {
    issuer: 'https://login.microsoftonline.com/6babcaad-604b-40ac-a9d7-9fd97c0b779f/v2.0',
    client_id: '7f2c1f5e-2b1a-4f0e-9a43-5a7b2c3d4e5f',
    has_client_secret: true,
    scopes: ['openid', 'email', 'profile'],
    tenant: '6babcaad-604b-40ac-a9d7-9fd97c0b779f',
    client_authentication: 'client_secret_basic',
    attributes: { email: 'email', name: 'name', groups: 'groups' },
    address_proof: 'directory',
    provisions: true,
    trusts_mfa: false,
  },
  default_role_id: null,
  configuration_version: 1,
  tested_at: null,
  activated_at: null,
  disabled_at: null,
  created_at: '2026-11-20T09:15:00.000Z',
  updated_at: '2026-11-20T09:15:00.000Z',
  service_provider: { redirect_uri: redirectUri, start_url: startUrl, backchannel_logout_uri: backchannelLogoutUri },
};
