import type { SamlAddresses } from '../../domain/service-addresses.js';
import { refuse } from './refusal.js';
import { requireRecent, requireTimely, timeOf } from './times.js';
import type { VerifiedResponse } from './verified-assertion.js';
import { attributeOf, childNamed, childrenNamed, childrenOf, onlyChild, textOf } from './xml-document.js';
import { ASSERTION, BEARER } from './xml-names.js';

/** What an answer has to be for, and from whom. */
export interface Binding {
  readonly issuer: string;
  readonly addresses: SamlAddresses;
  readonly requestId: string;
  readonly now: Date;
}

const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/**
 * A good signature shows who wrote something; this check shows that it was written for this login, at this connection,
 * now (SAML 2.0 Profiles, section 4.1.4.3, and Core, section 2.5.1).
 * @returns when the assertion expires
 */
export function requireBound(verified: VerifiedResponse, binding: Binding): { expiresAt: Date } {
  const { assertion } = verified;
  requireResponse(verified, binding);
  if (attributeOf(assertion, 'Version') !== '2.0') refuse('RESPONSE_MALFORMED', 'the assertion is not of SAML 2.0');
  requireIssuer(onlyChild(assertion, ASSERTION, 'Issuer'), binding);
  requireConditions(onlyChild(assertion, ASSERTION, 'Conditions'), binding);
  requireConfirmation(onlyChild(assertion, ASSERTION, 'Subject'), binding);
  return requireRecent(assertion, binding.now);
}

function requireResponse({ response, isResponseSigned }: VerifiedResponse, binding: Binding): void {
  if (attributeOf(response, 'Version') !== '2.0') refuse('RESPONSE_MALFORMED', 'the response is not of SAML 2.0');
  const issuer = childNamed(response, ASSERTION, 'Issuer');
  if (issuer !== null) requireIssuer(issuer, binding);
  else if (isResponseSigned) refuse('ISSUER_MISMATCH', 'the signed response has no Issuer');
  const destination = attributeOf(response, 'Destination');
  // Required only if the response is signed (Bindings, section 3.5.5.2).
  if (destination !== binding.addresses.acsUrl && (destination !== null || isResponseSigned)) {
    refuse('DESTINATION_MISMATCH', `Destination is ${destination ?? 'missing'}, not ${binding.addresses.acsUrl}`);
  }
  const inResponseTo = attributeOf(response, 'InResponseTo');
  if (inResponseTo !== null && inResponseTo !== binding.requestId) {
    refuse('REQUEST_MISMATCH', 'the response is to another request');
  }
}

function requireIssuer(element: Element, { issuer }: Binding): void {
  const stated = textOf(element);
  if (stated !== issuer) refuse('ISSUER_MISMATCH', `Issuer is ${stated}, not ${issuer}`);
}

function requireConditions(conditions: Element, { addresses, now }: Binding): void {
  requireTimely(conditions, now);
  // A condition that is not understood makes the assertion invalid (Core, section 2.5.1.1).
  const unknown = childrenOf(conditions).find(
    ({ localName, namespaceURI }) => namespaceURI !== ASSERTION || !CONDITIONS.includes(localName),
  );
  if (unknown !== undefined) refuse('RESPONSE_MALFORMED', `the condition ${unknown.localName} is not known`);
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, ASSERTION, 'Audience').map(textOf),
  );
  if (restrictions.length === 0) refuse('AUDIENCE_MISMATCH', 'the assertion names no audience');
  const other = restrictions.find((audiences) => !audiences.includes(addresses.entityId));
  if (other !== undefined) refuse('AUDIENCE_MISMATCH', `Audience is ${other.join(', ')}, not ${addresses.entityId}`);
}

function requireConfirmation(subject: Element, { addresses, requestId, now }: Binding): void {
  const confirmation = onlyChild(subject, ASSERTION, 'SubjectConfirmation');
  const method = attributeOf(confirmation, 'Method');
  if (method !== BEARER) refuse('RESPONSE_MALFORMED', `the method of confirmation is ${method}, not bearer`);
  const data = onlyChild(confirmation, ASSERTION, 'SubjectConfirmationData');
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== addresses.acsUrl) {
    refuse('RECIPIENT_MISMATCH', `Recipient is ${recipient ?? 'missing'}, not ${addresses.acsUrl}`);
  }
  // Checked here, not only on the response: if the response is not signed, anyone can write the outer one.
  if (attributeOf(data, 'InResponseTo') !== requestId) {
    refuse('REQUEST_MISMATCH', 'the assertion is to another request, or to none');
  }
  if (timeOf(data, 'NotOnOrAfter') === null) refuse('NOT_TIMELY', 'the confirmation has no NotOnOrAfter');
  requireTimely(data, now);
}
