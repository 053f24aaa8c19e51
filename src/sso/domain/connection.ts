export const CONNECTION_TYPES = ['oidc', 'saml'] as const;

export type ConnectionType = (typeof CONNECTION_TYPES)[number];

/**
 * A draft may hold any configuration; a tested one has let an administrator in; people log in only through an active
 * one.
 */
export const CONNECTION_STATUSES = ['draft', 'tested', 'active', 'disabled'] as const;

export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The claim or attribute that carries each value; if the provider does not send it, the value is missing. */
export interface AttributeNames {
  readonly email: string;
  readonly name: string;
  readonly groups: string;
}

/**
 * Whether an address counts as verified although the provider does not expressly say so. `directory`: the organization
 * runs the provider and has shown that the domain is its own, so what its directory says about it is true (Microsoft
 * Entra ID sends no claim).
 */
export const ADDRESS_PROOFS = ['claim', 'directory'] as const;

export type AddressProof = (typeof ADDRESS_PROOFS)[number];

/** `private_key_jwt` needs no secret: this service signs with a key of its own (OpenID Connect Core 1.0, section 9). */
export const CLIENT_AUTHENTICATIONS = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

/** Whom an assertion of `private_key_jwt` names as its reader: Okta and Entra ID take the token endpoint alone, Auth0 the issuer. */
export const ASSERTION_AUDIENCES = ['token_endpoint', 'issuer'] as const;

interface CommonSettings {
  readonly attributes: AttributeNames;
  readonly addressProof: AddressProof;
  /** Whether people of a verified domain who have no account get one at their first login. */
  readonly provisions: boolean;
  /** Whether a multi-factor login at the provider counts as one here (`amr`, `acr` or AuthnContext). */
  readonly trustsMfa: boolean;
}

export interface OidcSettings extends CommonSettings {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** `tid` of Microsoft Entra ID: tokens of other tenants are refused. */
  readonly tenant: string | null;
  readonly clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number];
  readonly assertionAudience: (typeof ASSERTION_AUDIENCES)[number];
}

export interface Certificate {
  /** SHA-256 of the DER form, in lower-case hexadecimal. */
  readonly fingerprint: string;
  readonly pem: string;
  readonly notBefore: string;
  readonly notAfter: string;
}

/** How browsers bring messages to a provider of SAML: in the address, or in a form that they post (SAML 2.0 Bindings). The usual one first. */
export const BINDINGS = ['redirect', 'post'] as const;

export type Binding = (typeof BINDINGS)[number];

/** Whether assertions may be encrypted for this service, or have to be; if they may, its metadata publishes the key. */
export const ASSERTION_ENCRYPTIONS = ['off', 'accepted', 'required'] as const;

export type AssertionEncryption = (typeof ASSERTION_ENCRYPTIONS)[number];

export interface SamlSettings extends CommonSettings {
  readonly signOnUrl: string;
  readonly signOnBinding: Binding;
  readonly logoutUrl: string | null;
  readonly logoutBinding: Binding;
  /** The provider's certificates; several while one replaces another. */
  readonly certificates: readonly Certificate[];
  readonly nameIdFormat: string | null;
  /** Where the provider publishes its metadata; read again each day. */
  readonly metadataUrl: string | null;
  /** A login that begins at the provider starts over here: what it brought is not trusted. */
  readonly allowsProviderStart: boolean;
  /** Whether requests to the provider carry a signature of this service. */
  readonly signsRequests: boolean;
  readonly assertionEncryption: AssertionEncryption;
}

interface ConnectionBase {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  readonly status: ConnectionStatus;
  /** Issuer of OpenID Connect, entityID of SAML; empty while a draft has no configuration. */
  readonly issuer: string;
  readonly defaultRoleId: number | null;
  /** Whether groups that the provider sends ever gave roles. */
  readonly hasGroupMapping: boolean;
  /** Rises with every change of what is trusted; a test counts for one version. */
  readonly configurationVersion: number;
  readonly testedVersion: number | null;
  readonly testedAt: Date | null;
  readonly testedBy: number | null;
  readonly activatedAt: Date | null;
  readonly disabledAt: Date | null;
  /** Rises with every change; what `If-Match` compares. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface OidcConnection extends ConnectionBase {
  readonly type: 'oidc';
  readonly settings: OidcSettings;
  readonly hasClientSecret: boolean;
}

export interface SamlConnection extends ConnectionBase {
  readonly type: 'saml';
  readonly settings: SamlSettings;
}

export type Connection = OidcConnection | SamlConnection;

/** Whether people can come in through it: a provider whose keys have all expired cannot be trusted. */
export function letsPeopleIn(connection: Connection, now: Date): boolean {
  if (connection.status !== 'active') return false;
  return connection.type === 'oidc' || connection.settings.certificates.some((one) => new Date(one.notAfter) > now);
}

type OfType = Pick<OidcConnection, 'type' | 'settings'> | Pick<SamlConnection, 'type' | 'settings'>;

/** Whether this service needs a key of its own there: to show that it is this service, or to decrypt. */
export function needsOwnKey(connection: OfType): boolean {
  if (connection.type === 'saml') return connection.settings.signsRequests || connection.settings.assertionEncryption !== 'off';
  return connection.settings.clientAuthentication === 'private_key_jwt';
}

/** A provider may have to be told the addresses of a connection before it says anything of itself. */
export function isConfigured({ issuer }: Pick<ConnectionBase, 'issuer'>): boolean {
  return issuer !== '';
}
