import { z } from 'zod';
import { component, id, moment } from '../../../platform/http/response-schemas.js';
import { CONNECTION_STATUSES, CONNECTION_TYPES, type Connection } from '../../domain/connection.js';
import { addressesOf, oidcAddresses } from '../../domain/service-addresses.js';
import { ConnectionConfig, CORPORATE, toConfig } from './connection-config-response.js';

const OidcAddresses = z.object({
  redirect_uri: z.string(),
  start_url: z.string(),
  backchannel_logout_uri: z.string(),
  frontchannel_logout_uri: z.string().meta({ description: 'For providers without back-channel logout. Their ID tokens need a `sid`.' }),
  jwks_uri: z.string().meta({ description: 'The public keys of this service, for `private_key_jwt`.' }),
  post_logout_redirect_uri: z.string().meta({ description: 'Where a logout that began here comes back to.' }),
});

const SamlAddresses = z.object({
  entity_id: z.string(),
  acs_url: z.string(),
  slo_url: z.string(),
  metadata_url: z.string(),
  start_url: z.string(),
});

const { redirectUri, startUrl, backchannelLogoutUri, frontchannelLogoutUri, jwksUri } = oidcAddresses('https://headgate.example', 3);

export const SsoConnection = component(
  'SsoConnection',
  z.object({
    id,
    organization_id: id,
    name: z.string(),
    type: z.enum(CONNECTION_TYPES),
    status: z.enum(CONNECTION_STATUSES).meta({
      description: '`tested`: an administrator has logged in through it. People log in only through an `active` one.',
    }),
    issuer: z.string().meta({
      description: 'Issuer of OpenID Connect, entityID of SAML; empty while a draft has no configuration.',
    }),
    config: ConnectionConfig,
    default_role_id: id.nullable(),
    configuration_version: z.int().min(1).meta({ description: 'Rises with each change of what is trusted.' }),
    tested_at: moment.nullable().meta({ description: 'When this very configuration passed a test.' }),
    activated_at: moment.nullable(),
    disabled_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
    service_provider: z
      .union([OidcAddresses, SamlAddresses])
      .meta({ description: 'What the provider has to be told, depending on `type`.' }),
  }),
  {
    id: 3,
    organization_id: 1,
    name: 'Corporate',
    type: 'oidc',
    status: 'draft',
    issuer: CORPORATE.issuer,
    config: CORPORATE,
    default_role_id: 4,
    configuration_version: 1,
    tested_at: null,
    activated_at: null,
    disabled_at: null,
    created_at: '2026-11-20T09:15:00.000Z',
    updated_at: '2026-11-20T09:15:00.000Z',
    service_provider: {
      redirect_uri: redirectUri,
      start_url: startUrl,
      backchannel_logout_uri: backchannelLogoutUri,
      frontchannel_logout_uri: frontchannelLogoutUri,
      jwks_uri: jwksUri,
      post_logout_redirect_uri: 'https://headgate.example/',
    },
  },
);

/** Of the service and of its pages. */
interface Origins {
  readonly publicUrl: string;
  readonly pagesUrl: string;
}

/** Field by field: anything else that is ever stored with a connection stays here. */
export function toSsoConnection(connection: Connection, { publicUrl, pagesUrl }: Origins): z.infer<typeof SsoConnection> {
  const { testedAt, testedVersion, configurationVersion, activatedAt, disabledAt } = connection;
  return {
    id: connection.id,
    organization_id: connection.organizationId,
    name: connection.name,
    type: connection.type,
    status: connection.status,
    issuer: connection.issuer,
    config: toConfig(connection),
    default_role_id: connection.defaultRoleId,
    configuration_version: configurationVersion,
    tested_at: testedVersion === configurationVersion ? (testedAt?.toISOString() ?? null) : null,
    activated_at: activatedAt?.toISOString() ?? null,
    disabled_at: disabledAt?.toISOString() ?? null,
    created_at: connection.createdAt.toISOString(),
    updated_at: connection.updatedAt.toISOString(),
    service_provider: toServiceProvider(connection, { publicUrl, pagesUrl }),
  };
}

function toServiceProvider(
  connection: Connection,
  { publicUrl, pagesUrl }: Origins,
): z.infer<typeof OidcAddresses> | z.infer<typeof SamlAddresses> {
  const addresses = addressesOf(publicUrl, connection);
  if ('redirectUri' in addresses)
    return {
      redirect_uri: addresses.redirectUri,
      start_url: addresses.startUrl,
      backchannel_logout_uri: addresses.backchannelLogoutUri,
      frontchannel_logout_uri: addresses.frontchannelLogoutUri,
      jwks_uri: addresses.jwksUri,
      post_logout_redirect_uri: `${pagesUrl}/`,
    };
  return {
    entity_id: addresses.entityId,
    acs_url: addresses.acsUrl,
    slo_url: addresses.sloUrl,
    metadata_url: addresses.metadataUrl,
    start_url: addresses.startUrl,
  };
}
