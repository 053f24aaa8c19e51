import type { AssuranceLevel } from '../../../shared/caller.js';
import { type AssertedIdentity, type GroupsSaid, LONGEST_ADDRESS, MOST_GROUPS } from '../../domain/asserted-identity.js';
import type { SamlConnection } from '../../domain/connection.js';
import { addressOf } from '../../../shared/email-key.js';
import { oneAddressIn } from '../../domain/said-address.js';
import { LoginNotRepeated } from '../../domain/sso.errors.js';
import { nameIdIn } from './name-id.js';
import { refuse } from './refusal.js';
import { storable } from './storable-text.js';
import { SKEW_MS, timeOf } from './times.js';
import { attributeOf, childNamed, childrenNamed, exactTextOf, onlyChild, textOf } from './xml-document.js';
import { ASSERTION, EMAIL_FORMAT, TRANSIENT_FORMAT, UNSPECIFIED_FORMAT } from './xml-names.js';

/** By its own definition, each of these takes two factors. */
const MULTI_FACTOR: readonly string[] = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI',
];
/** Where Microsoft Entra ID says how a person logged in. */
const AUTHENTICATION_METHODS = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
const EMAIL_VERIFIED = 'email_verified';
/** What Microsoft Entra ID sends instead of the groups of a person who is in more than 150. */
const GROUPS_ELSEWHERE = 'http://schemas.microsoft.com/claims/groups.link';

type Person = Omit<AssertedIdentity, 'issuer' | 'assertion'>;

/**
 * @param since a login that had to be a new one cannot have happened before this @param assertion that has passed every
 * check
 */
export function personOf(
  assertion: Element,
  { settings }: SamlConnection,
  { now, since, privateKeys }: { now: Date; since: Date | null; privateKeys: readonly string[] },
): Person {
  const { subject, format } = subjectOf(nameIdIn(onlyChild(assertion, ASSERTION, 'Subject'), privateKeys));
  const login = loginOf(assertion, now, since);
  const attributes = attributesOf(assertion);
  const email = emailOf(attributes.get(settings.attributes.email) ?? [], subject, format);
  const [name = null] = attributes.get(settings.attributes.name) ?? [];
  const isStatedVerified = attributes.get(EMAIL_VERIFIED)?.join().toLowerCase() === 'true';
  const said = [...login.methods, ...(attributes.get(AUTHENTICATION_METHODS) ?? [])];
  return {
    subject,
    email,
    isEmailVerified: email !== null && (settings.addressProof === 'directory' || isStatedVerified),
    name: name?.trim() ?? null,
    groups: [...new Set(attributes.get(settings.attributes.groups) ?? [])].slice(0, MOST_GROUPS),
    groupsSaid: groupsSaidIn(attributes, settings.attributes.groups),
    acr: settings.trustsMfa ? levelOf(said) : 'aal1',
    authenticatedAt: login.at,
    providerSessionId: login.sessionIndex,
    idToken: null,
    claims: {
      name_id: subject,
      name_id_format: format,
      authn_context: login.methods.length > 1 ? login.methods : (login.methods[0] ?? null),
      ...Object.fromEntries(attributes),
    },
  };
}

function subjectOf(nameId: Element): { subject: string; format: string | null } {
  const subject = storable(exactTextOf(nameId), 'NameID');
  const format = attributeOf(nameId, 'Format');
  // A transient NameID identifies another person at each login.
  if (format === TRANSIENT_FORMAT) {
    refuse('PROVIDER_MISCONFIGURED', 'the NameID is transient: have the provider send a persistent one');
  }
  return { subject, format };
}

/**
 * Core, section 2.7.2, allows several statements, for example one for the password and one for the second factor. Each has to hold by
 * itself, and the earliest of them is when the person logged in.
 */
function loginOf(assertion: Element, now: Date, since: Date | null): { at: Date; methods: readonly string[]; sessionIndex: string | null } {
  const statements = childrenNamed(assertion, ASSERTION, 'AuthnStatement');
  if (statements.length === 0) refuse('RESPONSE_MALFORMED', 'Assertion has no AuthnStatement');
  const instants = statements.map((statement) => instantOf(statement, now, since));
  const methods = statements.flatMap((statement) => {
    const contextClass = childNamed(onlyChild(statement, ASSERTION, 'AuthnContext'), ASSERTION, 'AuthnContextClassRef');
    return contextClass === null ? [] : [textOf(contextClass)];
  });
  const indexes = statements.flatMap((statement) => attributeOf(statement, 'SessionIndex') ?? []);
  const [sessionIndex = null, other] = new Set(indexes.map((index) => storable(index, 'SessionIndex')));
  // Of several sessions none is kept: every logout of the person then ends this one, whichever of them it names.
  return { at: new Date(Math.min(...instants)), methods, sessionIndex: other === undefined ? sessionIndex : null };
}

function instantOf(statement: Element, now: Date, since: Date | null): number {
  const instant = timeOf(statement, 'AuthnInstant') ?? refuse('RESPONSE_MALFORMED', 'has no AuthnInstant');
  if (instant - SKEW_MS > now.getTime()) refuse('NOT_TIMELY', 'AuthnInstant is in the future');
  if (since !== null && instant + SKEW_MS < since.getTime()) throw new LoginNotRepeated();
  const end = timeOf(statement, 'SessionNotOnOrAfter');
  if (end !== null && now.getTime() - SKEW_MS >= end) refuse('NOT_TIMELY', 'the session at the provider is over');
  return instant;
}

/**
 * By name; values under one repeated name become one list. Values are left as they are: cutting anything off would make
 * two groups or two addresses equal.
 */
function attributesOf(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const statement of childrenNamed(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name') ?? '';
      const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').map((value) => value.textContent ?? '');
      found.set(name, [...(found.get(name) ?? []), ...values.filter((value) => value.trim() !== '')]);
    }
  }
  return found;
}

function groupsSaidIn(attributes: ReadonlyMap<string, readonly string[]>, name: string): GroupsSaid {
  const groups = attributes.get(name);
  if (groups === undefined) return attributes.has(GROUPS_ELSEWHERE) ? 'incomplete' : 'absent';
  return groups.length > MOST_GROUPS ? 'incomplete' : 'listed';
}

/** A NameID of no stated kind that is an address is one: that is what Okta sends unless it is told otherwise. */
function emailOf(stated: readonly string[], subject: string, format: string | null): string | null {
  const isAddress = format === EMAIL_FORMAT || ((format === null || format === UNSPECIFIED_FORMAT) && addressOf(subject) !== null);
  const address = oneAddressIn(stated.length > 0 ? stated : isAddress ? [subject] : []);
  if (address !== null && address.length > LONGEST_ADDRESS)
    refuse('RESPONSE_MALFORMED', `the address is longer than ${LONGEST_ADDRESS} characters`);
  if (address !== null && address !== address.trim())
    refuse('RESPONSE_MALFORMED', 'the address begins or ends with an invisible character: have the provider send it without');
  return address;
}

function levelOf(methods: readonly string[]): AssuranceLevel {
  return methods.some((method) => MULTI_FACTOR.includes(method)) ? 'aal2' : 'aal1';
}
