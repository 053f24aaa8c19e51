import { z } from 'zod';
import { component, id, listOf, moment } from '../../../platform/http/response-schemas.js';
import {
  ADDRESS_PROOFS,
  CLIENT_AUTHENTICATIONS,
  CONNECTION_STATUSES,
  CONNECTION_TYPES,
  type Connection,
  type OidcSettings,
  type SamlSettings,
} from '../../domain/connection.js';
import { addressesOf, oidcAddresses } from '../../domain/service-addresses.js';

const common = {
  attributes: z
    .object({ email: z.string(), name: z.string(), groups: z.string() })
    .meta({ description: 'Which claim or attribute carries what.' }),
  address_proof: z.enum(ADDRESS_PROOFS).meta({
    description:
      'When an address of the provider counts as verified: `claim`: when it says so; `directory`: always, in domains that the organization ' +
      'has verified.',
  }),
  provisions: z.boolean().meta({
    description: 'Whether people of a verified domain who have no account get one at the first login.',
  }),
  trusts_mfa: z.boolean().meta({ description: 'Whether a second factor at the provider counts as one here.' }),
};

const OIDC = {
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
} as const;

const OidcConfig = component(
  'OidcConfig',
  z.object({
    issuer: z.string(),
    client_id: z.string(),
    has_client_secret: z.boolean().meta({ description: 'The secret itself is never returned.' }),
    scopes: listOf(z.string()),
    tenant: z.string().nullable(),
    client_authentication: z.enum(CLIENT_AUTHENTICATIONS),
    ...common,
  }),
  OIDC,
);

const SamlConfig = component(
  'SamlConfig',
  z.object({
    entity_id: z.string(),
    sign_on_url: z.string(),
    logout_url: z.string().nullable(),
    certificates: listOf(
      z.object({
        fingerprint: z.string().meta({ description: 'SHA-256 of the DER form, in lower-case hexadecimal.' }),
        pem: z.string(),
        not_before: moment,
        not_after: moment,
      }),
    ),
    metadata_url: z.string().nullable(),
    name_id_format: z.string().nullable(),
    allows_provider_start: z.boolean(),
    ...common,
  }),
  {
    entity_id: 'http://www.okta.com/exk1fcia6d6EMsf331d8',
    sign_on_url: 'https://delta.okta.com/app/headgate/exk1fcia6d6EMsf331d8/sso/saml',
    logout_url: null,
    certificates: [
      {
        fingerprint: '5d41402abc4b2a76b9719d911017c592ae1b2c3d4e5f60718293a4b5c6d7e8f9',
        pem: '-----BEGIN CERTIFICATE-----\nMIIDpDCCAoygAwIBAgIGAX…\n-----END CERTIFICATE-----\n',
        not_before: '2026-01-01T00:00:00.000Z',
        not_after: '2036-01-01T00:00:00.000Z',
      },
    ],
    metadata_url: 'https://delta.okta.com/app/exk1fcia6d6EMsf331d8/sso/saml/metadata',
    name_id_format: null,
    allows_provider_start: false,
    attributes: { email: 'email', name: 'name', groups: 'groups' },
    address_proof: 'directory',
    provisions: true,
    trusts_mfa: false,
  },
);

const OidcAddresses = z.object({
  redirect_uri: z.string(),
  start_url: z.string(),
  backchannel_logout_uri: z.string(),
  post_logout_redirect_uri: z.string().meta({ description: 'Where a logout that began here comes back to.' }),
});

const SamlAddresses = z.object({
  entity_id: z.string(),
  acs_url: z.string(),
  slo_url: z.string(),
  metadata_url: z.string(),
  start_url: z.string(),
});

const { redirectUri, startUrl, backchannelLogoutUri } = oidcAddresses('https://headgate.example', 3);

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
    config: z.union([OidcConfig, SamlConfig]).meta({ description: 'As `type` says.' }),
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
    name: 'Microsoft Entra ID',
    type: 'oidc',
    status: 'draft',
    issuer: OIDC.issuer,
    config: OIDC,
    default_role_id: null,
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
    service_provider: toServiceProvider(connection, { publicUrl, pagesUrl }),
  };
}

function toOidc(issuer: string, settings: OidcSettings, hasClientSecret: boolean): z.infer<typeof OidcConfig> {
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

function toSaml(entityId: string, settings: SamlSettings): z.infer<typeof SamlConfig> {
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
