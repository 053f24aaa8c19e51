import { type FieldError, ValidationFailed } from '../../shared/domain-error.js';
import type { FieldCause } from '../../shared/field-cause.js';
import { SecretNeeded } from './connection.errors.js';
import {
  type AddressProof,
  type AssertionEncryption,
  type AttributeNames,
  type Binding,
  type Certificate,
  type Connection,
  type ConnectionType,
  type OidcConnection,
  type OidcSettings,
  type SamlConnection,
  type SamlSettings,
  isConfigured,
} from './connection.js';
import type { Sentence } from '../../shared/sentence.js';

/** What a client says about a connection; what it leaves out has a default, or stays as it is. */
export interface GivenConfig {
  readonly issuer?: string;
  readonly clientId?: string;
  /** `null` removes it. */
  readonly clientSecret?: string | null;
  readonly scopes?: readonly string[];
  readonly tenant?: string | null;
  readonly clientAuthentication?: OidcSettings['clientAuthentication'];
  readonly assertionAudience?: OidcSettings['assertionAudience'];
  /** What the provider says that it takes. */
  readonly announcedAuthentications?: readonly string[];
  readonly entityId?: string;
  readonly signOnUrl?: string;
  readonly signOnBinding?: Binding;
  readonly logoutUrl?: string | null;
  readonly logoutBinding?: Binding;
  readonly certificates?: readonly Certificate[];
  readonly metadataUrl?: string | null;
  readonly nameIdFormat?: string | null;
  readonly allowsProviderStart?: boolean;
  readonly signsRequests?: boolean;
  readonly assertionEncryption?: AssertionEncryption;
  /** What the metadata of the provider says. */
  readonly wantsSignedRequests?: boolean;
  readonly attributes?: Partial<AttributeNames>;
  readonly addressProof?: AddressProof;
  readonly provisions?: boolean;
  readonly trustsMfa?: boolean;
}

/** The protocol and what it trusts, as far as a configuration says it. */
export type Configured = Pick<OidcConnection, 'type' | 'issuer' | 'settings'> | Pick<SamlConnection, 'type' | 'issuer' | 'settings'>;

/** Beside what people say. */
export const SAID_BY_PROVIDER: readonly string[] = ['announcedAuthentications', 'wantsSignedRequests'] satisfies (keyof GivenConfig)[];

const FIELDS = {
  oidc: ['issuer', 'clientId', 'clientSecret', 'scopes', 'tenant', 'clientAuthentication', 'assertionAudience'],
  saml: [
    'entityId',
    'signOnUrl',
    'signOnBinding',
    'logoutUrl',
    'logoutBinding',
    'certificates',
    'metadataUrl',
    'nameIdFormat',
    'allowsProviderStart',
    'signsRequests',
    'assertionEncryption',
  ],
} as const satisfies Record<ConnectionType, readonly (keyof GivenConfig)[]>;

const REQUIRED = {
  oidc: ['issuer', 'clientId'],
  saml: ['entityId', 'signOnUrl', 'certificates'],
} as const satisfies Record<ConnectionType, readonly (keyof GivenConfig)[]>;

const DEFAULTS = { attributes: { email: 'email', name: 'name', groups: 'groups' }, addressProof: 'claim' } as const;

/** Under which name Microsoft Entra ID and AD FS send groups by SAML. All others, and Entra by OpenID Connect, are told a name or use `groups`. */
const GROUPS_OF_MICROSOFT = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
const MICROSOFT_BY_SAML = /^https:\/\/sts\.windows\.net\/|\/adfs\/services\/trust$/i;

/** @throws ValidationFailed naming each field that is missing, or belongs to the other protocol */
export function configuredAnew(type: ConnectionType, given: GivenConfig): Configured {
  return configured(type, given, null, [...foreignTo(type, given), ...missingFrom(type, given)]);
}

/** For a draft whose provider has said nothing about itself. */
export function unconfigured(type: ConnectionType): Configured {
  const common = commonSettings({}, undefined);
  if (type === 'oidc') return { type, issuer: '', settings: { ...common, ...oidcSettings({}, null, false) } };
  return { type, issuer: '', settings: { ...common, ...samlValues({}, undefined) } };
}

/** Checked field by field. @throws ValidationFailed; SecretNeeded for a stored secret that would go elsewhere */
export function configuredOver(before: Connection, given: GivenConfig): Configured {
  const problems = [...foreignTo(before.type, given), ...(isConfigured(before) ? [] : missingFrom(before.type, given))];
  const isMoved = given.issuer !== undefined && given.issuer !== before.issuer;
  if (before.type === 'oidc' && before.hasClientSecret && isMoved && given.clientSecret === undefined) throw new SecretNeeded();
  return configured(before.type, given, before, problems);
}

/** @param problems that are known already; the settings are judged beside them @throws ValidationFailed */
function configured(type: ConnectionType, given: GivenConfig, before: Connection | null, problems: readonly FieldError[]): Configured {
  const common = commonSettings(proposingGroups(given, before), before?.settings);
  if (type === 'oidc') {
    const old = before?.type === 'oidc' && isConfigured(before) ? before : null;
    const hasSecret = given.clientSecret === undefined ? old?.hasClientSecret === true : given.clientSecret !== null;
    const settings = oidcSettings(given, old, hasSecret);
    refuse([...problems, ...problemsOfOidc(settings, hasSecret)]);
    return { type, issuer: given.issuer ?? old?.issuer ?? '', settings: { ...common, ...settings } };
  }
  const old = before?.type === 'saml' ? before : null;
  // While people log in, metadata renews certificates and changes nothing else.
  const isSignatureWanted = given.wantsSignedRequests === true && old?.status !== 'active';
  const settings = samlValues({ ...(isSignatureWanted && { signsRequests: true }), ...given }, old?.settings);
  refuse([...problems, ...problemsOfSaml(settings, isSignatureWanted)]);
  return { type, issuer: given.entityId ?? old?.issuer ?? '', settings: { ...common, ...settings } };
}

/** The usual name of groups at the provider, when a connection first hears which one it is. */
function proposingGroups(given: GivenConfig, before: Connection | null): GivenConfig {
  const isFirst = before === null || (!isConfigured(before) && before.settings.attributes.groups === DEFAULTS.attributes.groups);
  const isProposed = isFirst && given.attributes?.groups === undefined && MICROSOFT_BY_SAML.test(given.entityId ?? '');
  return isProposed ? { ...given, attributes: { ...given.attributes, groups: GROUPS_OF_MICROSOFT } } : given;
}

function commonSettings(given: GivenConfig, old: OidcSettings | SamlSettings | undefined) {
  return {
    attributes: { ...DEFAULTS.attributes, ...old?.attributes, ...given.attributes },
    addressProof: given.addressProof ?? old?.addressProof ?? DEFAULTS.addressProof,
    provisions: given.provisions ?? old?.provisions ?? false,
    trustsMfa: given.trustsMfa ?? old?.trustsMfa ?? false,
  };
}

function oidcSettings(given: GivenConfig, old: OidcConnection | null, hasSecret: boolean) {
  const settings = old?.settings;
  const clientAuthentication = given.clientAuthentication ?? keptAuthentication(given, old) ?? authenticationFor(given, hasSecret);
  const scopes = given.scopes ?? settings?.scopes ?? ['openid', 'email', 'profile'];
  return {
    clientId: given.clientId ?? settings?.clientId ?? '',
    scopes,
    tenant: given.tenant === undefined ? (settings?.tenant ?? null) : given.tenant,
    clientAuthentication,
    assertionAudience: given.assertionAudience ?? settings?.assertionAudience ?? 'token_endpoint',
  };
}

/** Another provider may take another one. */
function keptAuthentication(
  { issuer, announcedAuthentications: announced }: GivenConfig,
  old: OidcConnection | null,
): OidcSettings['clientAuthentication'] | undefined {
  const isMoved = issuer !== undefined && issuer !== old?.issuer;
  return isMoved && announced !== undefined ? undefined : old?.settings.clientAuthentication;
}

/** OpenID Connect Discovery 1.0, section 3: a provider that names none takes `client_secret_basic`. */
function authenticationFor({ announcedAuthentications: announced }: GivenConfig, hasSecret: boolean): OidcSettings['clientAuthentication'] {
  if (!hasSecret) return 'none';
  const isOnlyPosted = announced?.includes('client_secret_basic') === false && announced.includes('client_secret_post');
  return isOnlyPosted ? 'client_secret_post' : 'client_secret_basic';
}

function problemsOfOidc(
  { clientAuthentication, scopes }: Pick<OidcSettings, 'clientAuthentication' | 'scopes'>,
  hasSecret: boolean,
): FieldError[] {
  return [
    ...(clientAuthentication.startsWith('client_secret') && !hasSecret
      ? told(['clientSecret'], 'Is required for this client_authentication.')
      : []),
    ...(scopes.includes('openid') ? [] : told(['scopes'], 'Include the scope "openid".')),
  ];
}

function problemsOfSaml(
  { certificates, signsRequests }: Pick<SamlSettings, 'certificates' | 'signsRequests'>,
  isSignatureWanted: boolean,
): FieldError[] {
  if (isSignatureWanted && !signsRequests)
    return told(['signsRequests'], 'The provider takes only signed requests (WantAuthnRequestsSigned). Send true, or leave it out.');
  if (certificates.length === 0) return told(['certificates'], 'Send at least one certificate.');
  const isTwice = new Set(certificates.map(({ fingerprint }) => fingerprint)).size < certificates.length;
  return isTwice ? told(['certificates'], 'Send each certificate only once.') : [];
}

function samlValues(given: GivenConfig, old: SamlSettings | undefined) {
  return {
    signOnUrl: given.signOnUrl ?? old?.signOnUrl ?? '',
    signOnBinding: given.signOnBinding ?? old?.signOnBinding ?? 'redirect',
    logoutUrl: given.logoutUrl === undefined ? (old?.logoutUrl ?? null) : given.logoutUrl,
    logoutBinding: given.logoutBinding ?? old?.logoutBinding ?? 'redirect',
    certificates: given.certificates ?? old?.certificates ?? [],
    nameIdFormat: given.nameIdFormat === undefined ? (old?.nameIdFormat ?? null) : given.nameIdFormat,
    metadataUrl: given.metadataUrl === undefined ? (old?.metadataUrl ?? null) : given.metadataUrl,
    allowsProviderStart: given.allowsProviderStart ?? old?.allowsProviderStart ?? false,
    signsRequests: given.signsRequests ?? old?.signsRequests ?? false,
    assertionEncryption: given.assertionEncryption ?? old?.assertionEncryption ?? 'off',
  };
}

function missingFrom(type: ConnectionType, given: GivenConfig): FieldError[] {
  const missing = REQUIRED[type].filter((field) => given[field] === undefined);
  return told(missing, 'Is required for this type of connection.', 'missing');
}

export function foreignTo(type: ConnectionType, given: Readonly<Partial<Record<keyof GivenConfig, unknown>>>): FieldError[] {
  const foreign = FIELDS[type === 'oidc' ? 'saml' : 'oidc'].filter((field) => given[field] !== undefined);
  return told(foreign, 'This field does not belong to this type of connection. Leave it out.');
}

function told(fields: readonly string[], message: Sentence, code: FieldCause['code'] = 'invalid'): FieldError[] {
  return fields.map((field) => ({ field: apiNameOf(field), message, code }));
}

function refuse(details: readonly FieldError[]): void {
  const distinct = details.filter(({ field }, at) => details.findIndex((one) => one.field === field) === at);
  if (distinct.length > 0) throw new ValidationFailed(distinct);
}

/** The names that clients know. */
export function apiNameOf(field: string): string {
  return `config.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
