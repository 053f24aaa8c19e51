import type { AssuranceLevel } from '../../../shared/caller.js';
import { type AssertedIdentity, type GroupsSaid, LONGEST_ADDRESS, MOST_GROUPS } from '../../domain/asserted-identity.js';
import type { OidcConnection, OidcSettings } from '../../domain/connection.js';
import { emailKeyOf } from '../../../shared/email-key.js';
import { oneAddressIn } from '../../domain/said-address.js';
import { notBelieved } from './oidc-faults.js';

type Claims = Readonly<Record<string, unknown>>;

/** What a provider says of `email`. */
const VERIFICATIONS = ['email_verified', 'xms_edov'];
const LONGEST_TEXT = 255;
/** Members that belong to this exchange alone, and say nothing about the person. */
const OF_PROTOCOL = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti', 'uti', 'rh', 'aio']);
/** Names for a login with several factors, by REFEDS, OpenID EAP, PAPE and Okta. */
const STRONG_CONTEXTS = new Set([
  'https://refeds.org/profile/mfa',
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'urn:okta:loa:2fa:any',
]);

/**
 * @param token what the provider signed @param information its answer about the same subject, if it was asked for what the token left out
 * @throws SsoFailed when the answer holds nothing that identifies a person
 */
export function identityFrom(
  { issuer, settings }: Pick<OidcConnection, 'issuer' | 'settings'>,
  token: Claims,
  information: Claims = {},
): Omit<AssertedIdentity, 'idToken'> {
  const groups = token[settings.attributes.groups] ?? information[settings.attributes.groups];
  // Whether an address is verified applies to the address beside it, never to one from elsewhere.
  const source = emailIn(settings, token) === null ? information : token;
  return {
    issuer,
    subject: subjectIn(token),
    email: emailIn(settings, source),
    isEmailVerified: isVerified(settings, source),
    name: nameIn(token[settings.attributes.name]) ?? nameIn(information[settings.attributes.name]),
    groups: groupsIn(groups),
    groupsSaid: saidOf(groups, settings.attributes.groups, { ...information, ...token }),
    acr: assuranceIn(settings, token),
    authenticatedAt: timeIn(token['auth_time']),
    providerSessionId: textIn(token['sid']),
    // The provider sees to it that a code works only once.
    assertion: null,
    claims: Object.fromEntries(Object.entries({ ...information, ...token }).filter(([name]) => !OF_PROTOCOL.has(name))),
  };
}

export function saysNoGroups({ settings }: Pick<OidcConnection, 'settings'>, token: Claims): boolean {
  return saidOf(token[settings.attributes.groups], settings.attributes.groups, token) === 'absent';
}

export function saysNoEmail({ settings }: Pick<OidcConnection, 'settings'>, token: Claims): boolean {
  return emailIn(settings, token) === null;
}

/** Whether the token has the address, nothing about its verification, and the connection believes no address without that. */
export function lacksVerification({ settings }: Pick<OidcConnection, 'settings'>, token: Claims): boolean {
  const { attributes, addressProof } = settings;
  if (attributes.email !== 'email' || addressProof === 'directory' || emailIn(settings, token) === null) return false;
  return VERIFICATIONS.every((name) => truthIn(token[name]) === null);
}

/** What the userinfo says of the verification of the very address of the token; of another address it says nothing here. */
export function verificationIn(token: Claims, information: Claims): Claims {
  const key = keyOf(token['email']);
  if (key === null || key !== keyOf(information['email'])) return {};
  return Object.fromEntries(VERIFICATIONS.filter((name) => name in information).map((name) => [name, information[name]]));
}

/** OpenID Connect Core 1.0, section 2: at most 255 characters of ASCII. */
function subjectIn({ sub }: Claims): string {
  if (typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)) return sub;
  throw notBelieved('RESPONSE_MALFORMED', 'The subject is not 1 to 255 characters of ASCII.');
}

function keyOf(said: unknown): string | null {
  const address = oneAddressIn(textsIn(said));
  return address === null ? null : emailKeyOf(address);
}

function emailIn({ attributes }: OidcSettings, claims: Claims): string | null {
  const text = textIn(oneAddressIn(textsIn(claims[attributes.email])));
  return text !== null && text.length <= LONGEST_ADDRESS && /^[^\s@]+@[^\s@]+$/.test(text) ? text : null;
}

/** Azure AD B2C sends a list of one. */
function textsIn(said: unknown): readonly string[] {
  return (Array.isArray(said) ? (said as unknown[]) : [said]).map((each) => (typeof each === 'string' ? each : ''));
}

/**
 * Microsoft Entra ID sends no `email_verified`, and lets an administrator of any tenant write any address. If it is
 * configured to, it sends `xms_edov`: whether the owner of the domain has been verified.
 */
function isVerified({ attributes, addressProof }: OidcSettings, claims: Claims): boolean {
  // Both are about `email`; nothing vouches for an address in another claim.
  const said = attributes.email === 'email' ? VERIFICATIONS.map((name) => truthIn(claims[name])) : [];
  if (said.includes(false)) return false;
  return said.includes(true) || addressProof === 'directory';
}

/** Amazon Cognito and Apple send text, programs in Python "True", Entra ID numbers too. */
function truthIn(value: unknown): boolean | null {
  if (value === undefined || value === null) return null;
  return value === true || value === 1 || (typeof value === 'string' && /^(?:true|1)$/i.test(value));
}

/** RFC 8176: `mfa`. */
function assuranceIn({ trustsMfa }: OidcSettings, { amr, acr }: Claims): AssuranceLevel {
  const isStrong = (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && STRONG_CONTEXTS.has(acr));
  return trustsMfa && isStrong ? 'aal2' : 'aal1';
}

function groupsIn(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = items.slice(0, MOST_GROUPS).map(textIn);
  return [...new Set(names.filter((name) => name !== null))];
}

/**
 * Microsoft Entra ID names no groups where a person is in more than 200: it refers to its own API by `_claim_names` (OpenID Connect Core 1.0,
 * section 5.6.2), or says `hasgroups`.
 */
function saidOf(groups: unknown, name: string, claims: Claims): GroupsSaid {
  if (groups === undefined || groups === null) {
    const elsewhere = claims['_claim_names'];
    const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, name);
    return isElsewhere || (name === 'groups' && truthIn(claims['hasgroups']) === true) ? 'incomplete' : 'absent';
  }
  if (Array.isArray(groups)) return groups.length > MOST_GROUPS ? 'incomplete' : 'listed';
  return typeof groups === 'string' ? 'listed' : 'incomplete';
}

/** For people to read, so white space around it means nothing. */
function nameIn(value: unknown): string | null {
  return textIn(typeof value === 'string' ? value.trim() : value);
}

/** Exactly as sent: cutting anything off would make two groups, sessions or addresses equal. */
function textIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value : '';
  return text.trim() === '' || text.length > LONGEST_TEXT || /[\p{Cc}\p{Cs}]/u.test(text) ? null : text;
}

function timeIn(value: unknown): Date | null {
  const time = typeof value === 'number' ? new Date(value * 1000) : null;
  return time === null || Number.isNaN(time.getTime()) ? null : time;
}
