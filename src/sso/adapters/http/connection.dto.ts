import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsByteLength,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsDisplayName } from '../../../platform/http/display-name.js';
import { Judged, membersOf } from '../../../platform/http/judged.js';
import { LARGEST_INTEGER } from '../../../platform/http/id-param.js';
import { ChangesSomething } from '../../../platform/http/request-validation.pipe.js';
import {
  ADDRESS_PROOFS,
  type AddressProof,
  ASSERTION_AUDIENCES,
  ASSERTION_ENCRYPTIONS,
  type AssertionEncryption,
  BINDINGS,
  type Binding,
  CLIENT_AUTHENTICATIONS,
  CONNECTION_TYPES,
  type ConnectionType,
  type OidcSettings,
} from '../../domain/connection.js';
import { foreignTo } from '../../domain/connection-config.js';
import { IfNamed, IfNamedAndNotNull, IsPlainText } from './plain-text.js';

export class AttributesBody {
  /**
   * Claim or attribute that holds the e-mail address.
   * @example email
   */
  @IfNamed()
  @IsPlainText(200)
  email?: string;

  /** @example name */
  @IfNamed()
  @IsPlainText(200)
  name?: string;

  /** @example groups */
  @IfNamed()
  @IsPlainText(200)
  groups?: string;
}

/** For `oidc`: issuer to assertion_audience; for `saml`: entity_id to assertion_encryption; for both: the rest. */
export class ConfigBody {
  /** Exactly as the provider's discovery document says it. */
  @IfNamed()
  @IsPlainText(1000)
  @IsByteLength(1, 1000)
  issuer?: string;

  @IfNamed()
  @IsPlainText(500)
  client_id?: string;

  /** Never returned. null removes it. */
  @IfNamedAndNotNull()
  @IsString()
  @Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: 'Must not hold control characters.' })
  @Length(1, 2000)
  client_secret?: string | null;

  /** openid, email and profile when left out. */
  @IfNamed()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @Matches(/^[\x21\x23-\x5B\x5D-\x7E]{1,200}$/, { each: true, message: 'Each must be one word.' })
  scopes?: string[];

  /** Microsoft Entra ID: the tenant whose tokens count. */
  @IfNamedAndNotNull()
  @IsPlainText(100)
  tenant?: string | null;

  /** When left out: none without a secret, else client_secret_basic, or client_secret_post where the provider announces only that. */
  @IfNamed()
  @IsIn(CLIENT_AUTHENTICATIONS)
  client_authentication?: OidcSettings['clientAuthentication'];

  /** Whom an assertion of private_key_jwt names as its audience; token_endpoint when left out. */
  @IfNamed()
  @IsIn(ASSERTION_AUDIENCES)
  assertion_audience?: OidcSettings['assertionAudience'];

  @IfNamed()
  @IsPlainText(1024)
  @IsByteLength(1, 1024)
  entity_id?: string;

  /** Where the browser takes a request. */
  @IfNamed()
  @IsPlainText(2000)
  sign_on_url?: string;

  /** `redirect` or `post` (HTTP-Redirect, HTTP-POST). When left out: as before, else what the metadata offers, redirect first. */
  @IfNamed()
  @IsIn(BINDINGS)
  sign_on_binding?: Binding;

  @IfNamedAndNotNull()
  @IsPlainText(2000)
  logout_url?: string | null;

  /** As `sign_on_binding`. */
  @IfNamed()
  @IsIn(BINDINGS)
  logout_binding?: Binding;

  /** The provider's certificates in PEM; several while one replaces another. Replaces all earlier ones. */
  @IfNamed()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsString({ each: true })
  @Length(1, 16_384, { each: true })
  certificates?: string[];

  /** Read now for what is left out here, and each day for new certificates. */
  @IfNamedAndNotNull()
  @IsPlainText(2000)
  metadata_url?: string | null;

  /** The metadata itself, read once. */
  @IfNamed()
  @IsString()
  @Length(1, 1_000_000)
  metadata_xml?: string;

  @IfNamedAndNotNull()
  @IsPlainText(200)
  name_id_format?: string | null;

  /** A login that begins at the provider starts over here. */
  @IfNamed()
  @IsBoolean()
  allows_provider_start?: boolean;

  /** Whether requests to the provider are signed, by a key of this service; true when its metadata asks for it (WantAuthnRequestsSigned). */
  @IfNamed()
  @IsBoolean()
  signs_requests?: boolean;

  /** Whether assertions may or must be encrypted. The metadata of this service then has the key. When left out: as before, at first `off`. */
  @IfNamed()
  @IsIn(ASSERTION_ENCRYPTIONS)
  assertion_encryption?: AssertionEncryption;

  @IfNamed()
  @IsObject()
  @ValidateNested()
  @Type(() => AttributesBody)
  attributes?: AttributesBody;

  /** directory: the organization runs the provider, and what it says of addresses of its own domains is true. */
  @IfNamed()
  @IsIn(ADDRESS_PROOFS)
  address_proof?: AddressProof;

  /** Whether people of a verified domain who have no account get one at their first login. */
  @IfNamed()
  @IsBoolean()
  provisions?: boolean;

  /** Whether a multi-factor login there counts as one here. */
  @IfNamed()
  @IsBoolean()
  trusts_mfa?: boolean;
}

@Judged<CreateConnectionBody>(({ type, config }) => {
  const known = CONNECTION_TYPES.find((one) => one === type);
  return known === undefined ? [] : foreignTo(known, spokenIn(membersOf(config)));
})
export class CreateConnectionBody {
  /** @example Corporate */
  @IsDisplayName()
  name!: string;

  /** @example oidc */
  @IsIn(CONNECTION_TYPES)
  type!: ConnectionType;

  /**
   * Left out: it comes later, by PATCH, when the provider has been told what `service_provider` of the answer says. For a
   * provider on this machine: `npm run demo:idp`.
   * @example {"issuer": "http://127.0.0.1:9400", "client_id": "headgate", "client_secret": "demo-secret-of-the-local-provider"}
   */
  @IfNamed()
  @IsObject()
  @ValidateNested()
  @Type(() => ConfigBody)
  config?: ConfigBody;

  /**
   * The role of people who get an account through it; the built-in viewer when null or left out.
   * @example 4
   */
  @IfNamedAndNotNull()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  default_role_id?: number | null;
}

@ChangesSomething()
export class UpdateConnectionBody {
  /** @example Corporate */
  @IfNamed()
  @IsDisplayName()
  name?: string;

  /**
   * Merged, member by member.
   * @example {"provisions": true}
   */
  @IfNamed()
  @IsObject()
  @ValidateNested()
  @Type(() => ConfigBody)
  config?: ConfigBody;

  /** @example 4 */
  @IfNamedAndNotNull()
  @IsInt()
  @Min(1)
  @Max(LARGEST_INTEGER)
  default_role_id?: number | null;
}

/** By the names of the domain. */
function spokenIn(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const own = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [own(name), value]));
}
