import type { Secret } from '../../../session/secret';
import type { ProviderId } from './choices';
import { GOOGLE_ISSUER, PROVES_BY_DIRECTORY, issuerFrom, tenantIn } from './providers';
import { type ConfigBody, type OidcConfig, type SamlConfig, type SsoConnection, isConfigured, isOidc } from './read-connection';

export const SOURCES = ['url', 'xml', 'fields'] as const;

/** What is entered in the form, as it is entered, without the secret. */
export interface Typed {
  readonly issuer: string;
  readonly clientId: string;
  readonly authentication: OidcConfig['client_authentication'];
  readonly audience: OidcConfig['assertion_audience'];
  readonly source: (typeof SOURCES)[number];
  readonly metadataUrl: string;
  readonly metadataXml: string;
  readonly entityId: string;
  readonly signOnUrl: string;
  readonly certificates: string;
  readonly email: string;
  readonly groups: string;
  readonly provisions: boolean;
  readonly directory: boolean;
  readonly trustsMfa: boolean;
  /** SAML alone. */
  readonly providerStart: boolean;
  /** SAML alone. */
  readonly signs: boolean;
  /** SAML alone: whether requests go by a form. */
  readonly posts: boolean;
  /** SAML alone. */
  readonly encryption: SamlConfig['assertion_encryption'];
}

export interface Values extends Typed {
  readonly clientSecret: Secret;
}

const EMPTY = {
  issuer: '',
  clientId: '',
  authentication: 'client_secret_basic',
  audience: 'token_endpoint',
  source: 'url',
  metadataUrl: '',
  metadataXml: '',
  entityId: '',
  signOnUrl: '',
  certificates: '',
} as const;

export function valuesOf(connection: SsoConnection, provider: ProviderId): Typed {
  const { config } = connection;
  const common = {
    ...EMPTY,
    email: !isConfigured(connection) && connection.type === 'saml' && provider === 'entra' ? MICROSOFT_EMAIL : config.attributes.email,
    groups: !isConfigured(connection) && connection.type === 'saml' && provider === 'entra' ? MICROSOFT_GROUPS : config.attributes.groups,
    provisions: config.provisions,
    directory: config.address_proof === 'directory',
    trustsMfa: config.trusts_mfa,
    providerStart: !isOidc(config) && config.allows_provider_start,
    signs: !isOidc(config) && config.signs_requests,
    posts: !isOidc(config) && config.sign_on_binding === 'post',
    encryption: isOidc(config) ? ('off' as const) : config.assertion_encryption,
  };
  if (!isConfigured(connection)) {
    // SAML and Entra ID never say that an address is verified.
    const directory = connection.type === 'saml' || PROVES_BY_DIRECTORY.has(provider);
    // Google publishes no address of its metadata, and has one issuer for all customers.
    const google = provider === 'google' ? ({ issuer: GOOGLE_ISSUER, source: 'xml' } as const) : {};
    return { ...common, authentication: EMPTY.authentication, directory, ...google };
  }
  if (isOidc(config)) {
    const issuer = provider === 'entra' ? (tenantIn(config.issuer) ?? config.issuer) : config.issuer;
    return {
      ...common,
      issuer,
      clientId: config.client_id,
      authentication: config.client_authentication,
      audience: config.assertion_audience,
    };
  }
  return {
    ...common,
    source: config.metadata_url === null ? 'fields' : 'url',
    metadataUrl: config.metadata_url ?? '',
    entityId: config.entity_id,
    signOnUrl: config.sign_on_url,
    certificates: config.certificates.map(({ pem }) => pem.trim()).join('\n'),
  };
}

/** What Microsoft Entra ID and AD FS send unless they are told otherwise. */
const MICROSOFT_EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
const MICROSOFT_GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
const OF_ADFS = /\/adfs\/(?:ls|services)|\/FederationMetadata\/2007-06\//i;

/** The values with the names under which an AD FS sends addresses and groups, unless somebody has chosen another one. */
export function withProposals(values: Typed, before: Typed): Typed {
  const { metadataUrl, metadataXml, entityId, signOnUrl, email, groups } = values;
  const isAdfs = [metadataUrl, metadataXml, entityId, signOnUrl].some((text) => OF_ADFS.test(text));
  if (!isAdfs) return values;
  return {
    ...values,
    ...(email === before.email && email === 'email' && { email: MICROSOFT_EMAIL }),
    ...(groups === before.groups && groups === 'groups' && { groups: MICROSOFT_GROUPS }),
  };
}

export function configFrom({ type, config }: SsoConnection, provider: ProviderId, values: Values, before: Typed): ConfigBody {
  return {
    ...(type === 'oidc' ? oidcFrom(provider, values) : samlFrom(values, before)),
    ...attributesFrom(values, config.attributes),
    provisions: values.provisions,
    address_proof: values.directory ? 'directory' : 'claim',
    trusts_mfa: values.trustsMfa,
    ...(type === 'saml' && { allows_provider_start: values.providerStart }),
    // The metadata of a provider may ask for it.
    ...(values.signs !== before.signs && { signs_requests: values.signs }),
    ...(values.posts !== before.posts && { sign_on_binding: bindingOf(values) }),
    ...(values.encryption !== before.encryption && { assertion_encryption: values.encryption }),
  };
}

/** The names that were changed. */
function attributesFrom(values: Values, before: { readonly email: string; readonly groups: string }): Pick<ConfigBody, 'attributes'> {
  const [email, groups] = [values.email.trim(), values.groups.trim()];
  const changed = { ...(email !== before.email && { email }), ...(groups !== before.groups && { groups }) };
  return Object.keys(changed).length === 0 ? {} : { attributes: changed };
}

function oidcFrom(provider: ProviderId, values: Values): ConfigBody {
  const issuer = issuerFrom(provider, values.issuer);
  return {
    issuer,
    client_id: values.clientId.trim(),
    client_authentication: values.authentication,
    ...(values.authentication === 'private_key_jwt' && { assertion_audience: values.audience }),
    tenant: tenantIn(issuer),
    ...(!sendsSecret(values)
      ? { client_secret: null }
      : !values.clientSecret.isEmpty && { client_secret: values.clientSecret.reveal().trim() }),
  };
}

export function sendsSecret({ authentication }: Pick<Typed, 'authentication'>): boolean {
  return authentication === 'client_secret_basic' || authentication === 'client_secret_post';
}

function bindingOf({ posts }: Typed): SamlConfig['sign_on_binding'] {
  return posts ? 'post' : 'redirect';
}

/** Metadata is sent only if it was entered again, or has another address for another binding, because the service then reads it. */
function samlFrom(values: Values, before: Typed): ConfigBody {
  const { source, metadataUrl, metadataXml, entityId, signOnUrl, certificates } = values;
  if (source === 'url')
    return metadataUrl === before.metadataUrl && values.posts === before.posts ? {} : { metadata_url: metadataUrl.trim() };
  if (source === 'xml') return { metadata_xml: metadataXml, metadata_url: null };
  return {
    entity_id: entityId.trim(),
    sign_on_url: signOnUrl.trim(),
    certificates: certificatesIn(certificates),
    ...(before.metadataUrl !== '' && { metadata_url: null }),
  };
}

function certificatesIn(text: string): string[] {
  const END = '-----END CERTIFICATE-----';
  const parts = text.split(END).map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => `${part}\n${END}\n`);
}
