import { z } from 'zod';
import { component, listOf, moment } from '../../../platform/http/response-schemas.js';
import {
  ADDRESS_PROOFS,
  ASSERTION_AUDIENCES,
  ASSERTION_ENCRYPTIONS,
  BINDINGS,
  CLIENT_AUTHENTICATIONS,
  type Connection,
  type OidcSettings,
  type SamlSettings,
} from '../../domain/connection.js';

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

/** For the examples. */
export const CORPORATE = {
  issuer: 'http://127.0.0.1:9400',
  client_id: 'headgate',
  has_client_secret: true,
  scopes: ['openid', 'email', 'profile'],
  tenant: null,
  client_authentication: 'client_secret_basic',
  assertion_audience: 'token_endpoint',
  attributes: { email: 'email', name: 'name', groups: 'groups' },
  address_proof: 'claim',
  provisions: false,
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
    assertion_audience: z.enum(ASSERTION_AUDIENCES).meta({ description: 'Of assertions of `private_key_jwt`.' }),
    ...common,
  }),
  CORPORATE,
);

const SamlConfig = component(
  'SamlConfig',
  z.object({
    entity_id: z.string(),
    sign_on_url: z.string(),
    sign_on_binding: z.enum(BINDINGS).meta({ description: 'How requests are sent: HTTP-Redirect or HTTP-POST.' }),
    logout_url: z.string().nullable(),
    logout_binding: z.enum(BINDINGS),
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
    signs_requests: z.boolean(),
    assertion_encryption: z.enum(ASSERTION_ENCRYPTIONS),
    ...common,
  }),
  {
    entity_id: 'http://www.okta.com/exk1fcia6d6EMsf331d8',
    sign_on_url: 'https://delta.okta.com/app/headgate/exk1fcia6d6EMsf331d8/sso/saml',
    sign_on_binding: 'redirect',
    logout_url: null,
    logout_binding: 'redirect',
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
    signs_requests: false,
    assertion_encryption: 'off',
    attributes: { email: 'email', name: 'name', groups: 'groups' },
    address_proof: 'directory',
    provisions: true,
    trusts_mfa: false,
  },
);

export const ConnectionConfig = z.union([OidcConfig, SamlConfig]).meta({ description: 'As `type` says.' });

export function toConfig(connection: Connection): z.infer<typeof ConnectionConfig> {
  return connection.type === 'oidc'
    ? toOidc(connection.issuer, connection.settings, connection.hasClientSecret)
    : toSaml(connection.issuer, connection.settings);
}

function toOidc(issuer: string, settings: OidcSettings, hasClientSecret: boolean): z.infer<typeof OidcConfig> {
  return {
    issuer,
    client_id: settings.clientId,
    has_client_secret: hasClientSecret,
    scopes: settings.scopes,
    tenant: settings.tenant,
    client_authentication: settings.clientAuthentication,
    assertion_audience: settings.assertionAudience,
    ...toCommon(settings),
  };
}

function toSaml(entityId: string, settings: SamlSettings): z.infer<typeof SamlConfig> {
  return {
    entity_id: entityId,
    sign_on_url: settings.signOnUrl,
    sign_on_binding: settings.signOnBinding,
    logout_url: settings.logoutUrl,
    logout_binding: settings.logoutBinding,
    certificates: settings.certificates.map(({ fingerprint, pem, notBefore, notAfter }) => ({
      fingerprint,
      pem,
      not_before: notBefore,
      not_after: notAfter,
    })),
    metadata_url: settings.metadataUrl,
    name_id_format: settings.nameIdFormat,
    allows_provider_start: settings.allowsProviderStart,
    signs_requests: settings.signsRequests,
    assertion_encryption: settings.assertionEncryption,
    ...toCommon(settings),
  };
}

function toCommon({ attributes, addressProof, provisions, trustsMfa }: OidcSettings | SamlSettings) {
  const { email, name, groups } = attributes;
  return { attributes: { email, name, groups }, address_proof: addressProof, provisions, trusts_mfa: trustsMfa };
}
