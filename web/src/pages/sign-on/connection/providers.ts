import type { ProviderId } from './choices';
import type { SsoConnection } from './read-connection';

export type Protocol = 'oidc' | 'saml';

/** Where the certainty of an address comes from: these directories are run by the organization and send no claim of their own. */
export const PROVES_BY_DIRECTORY: ReadonlySet<ProviderId> = new Set(['entra']);

export const NAMES: Readonly<Record<ProviderId, string>> = {
  okta: 'Okta',
  entra: 'Microsoft Entra ID',
  google: 'Google',
  other: 'OpenID Connect / SAML',
};

type OurKey =
  | 'redirect_uri'
  | 'start_url'
  | 'backchannel_logout_uri'
  | 'frontchannel_logout_uri'
  | 'post_logout_redirect_uri'
  | 'entity_id'
  | 'acs_url'
  | 'slo_url'
  | 'metadata_url';

type Named = readonly (readonly [OurKey, string])[];

/** What has to be entered at the provider, under the names that its own pages use. */
const OURS: Readonly<Record<ProviderId, Readonly<Record<Protocol, Named>>>> = {
  okta: {
    oidc: [
      ['redirect_uri', 'Sign-in redirect URIs'],
      ['post_logout_redirect_uri', 'Sign-out redirect URIs'],
      ['start_url', 'Initiate login URI'],
    ],
    saml: [
      ['acs_url', 'Single sign-on URL'],
      ['entity_id', 'Audience URI (SP Entity ID)'],
      ['slo_url', 'Single Logout URL'],
    ],
  },
  entra: {
    oidc: [
      ['redirect_uri', 'Redirect URI (Web)'],
      ['start_url', 'Home page URL'],
      ['frontchannel_logout_uri', 'Front-channel logout URL'],
    ],
    saml: [
      ['entity_id', 'Identifier (Entity ID)'],
      ['acs_url', 'Reply URL (Assertion Consumer Service URL)'],
      ['start_url', 'Sign on URL'],
      ['slo_url', 'Logout Url'],
    ],
  },
  google: {
    oidc: [['redirect_uri', 'Authorized redirect URIs']],
    saml: [
      ['acs_url', 'ACS URL'],
      ['entity_id', 'Entity ID'],
      ['start_url', 'Start URL'],
    ],
  },
  other: {
    oidc: [
      ['redirect_uri', 'Redirect URI'],
      ['start_url', 'Initiate login URI'],
      ['backchannel_logout_uri', 'Back-channel logout URI'],
      ['frontchannel_logout_uri', 'Front-channel logout URI'],
      ['post_logout_redirect_uri', 'Post-logout redirect URI'],
    ],
    saml: [
      ['acs_url', 'ACS URL'],
      ['entity_id', 'Entity ID'],
      ['metadata_url', 'Metadata URL'],
      ['slo_url', 'Single logout URL'],
    ],
  },
};

export interface OurValue {
  readonly label: string;
  readonly value: string;
}

export function ourValues(connection: SsoConnection, provider: ProviderId): readonly OurValue[] {
  const values: Partial<Record<OurKey, string>> = connection.service_provider;
  return OURS[provider][connection.type].flatMap(([key, label]) => {
    const value = values[key];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** The names of what is entered here, as the provider shows them. */
interface TheirNames {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly metadataUrl: string;
  readonly metadataXml: string;
  readonly entityId: string;
  readonly signOnUrl: string;
  readonly certificate: string;
}

const GENERIC: TheirNames = {
  issuer: 'Issuer',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  metadataUrl: 'Metadata URL',
  metadataXml: 'Metadata XML',
  entityId: 'Entity ID',
  signOnUrl: 'Sign-on URL',
  certificate: 'Certificate (PEM)',
};

export const THEIRS: Readonly<Record<ProviderId, TheirNames>> = {
  okta: {
    ...GENERIC,
    issuer: 'Issuer (Okta domain)',
    metadataXml: 'Identity Provider metadata',
    entityId: 'Identity Provider Issuer',
    signOnUrl: 'Identity Provider Single Sign-On URL',
    certificate: 'X.509 Certificate',
  },
  entra: {
    ...GENERIC,
    issuer: 'Directory (tenant) ID',
    clientId: 'Application (client) ID',
    clientSecret: 'Client secret (Value)',
    metadataUrl: 'App Federation Metadata Url',
    metadataXml: 'Federation Metadata XML',
    entityId: 'Microsoft Entra Identifier',
    signOnUrl: 'Login URL',
    certificate: 'Certificate (Base64)',
  },
  google: { ...GENERIC, metadataXml: 'IdP metadata', signOnUrl: 'SSO URL', certificate: 'Certificate' },
  other: GENERIC,
};

const ENTRA = /^https:\/\/(?:login\.microsoftonline\.com|sts\.windows\.net)\/([^/]+)/;

/** The provider of an existing connection, by the address of its issuer. */
export function providerOf(issuer: string): ProviderId {
  if (/^https?:\/\/[^/]*\.?okta(?:preview|-emea)?\.com(?:\/|$)/.test(issuer)) return 'okta';
  if (ENTRA.test(issuer)) return 'entra';
  return /^https:\/\/accounts\.google\.com(?:\/|$)/.test(issuer) ? 'google' : 'other';
}

export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Entra ID shows the number of the tenant, and its issuer is made of it. */
export function issuerFrom(provider: ProviderId, entered: string): string {
  const value = entered.trim();
  if (provider === 'entra' && !value.includes('/')) return `https://login.microsoftonline.com/${value}/v2.0`;
  return value.replace(/\/\.well-known\/openid-configuration$/, '');
}

export function tenantIn(issuer: string): string | null {
  return ENTRA.exec(issuer)?.[1] ?? null;
}
