import { type Profile, SAML } from '@node-saml/node-saml';
import type { Certificate, SamlConnection } from '../../domain/connection.js';
import { trustedAt } from './certificates.js';
import { refuse } from './refusal.js';
import { signedAmong } from './signature-shape.js';
import { attributeOf, childNamed, isNamed, onlyChild, parseEncoded, parseXml, textOf, withDescendants } from './xml-document.js';
import { ANSWER } from './xml-bounds.js';
import { ASSERTION, PROTOCOL, SUCCESS } from './xml-names.js';

/** What came, and which part of it the provider has signed. */
export interface VerifiedResponse {
  readonly response: Element;
  readonly isResponseSigned: boolean;
  /** Parsed again from the exact bytes that the signature covers. */
  readonly assertion: Element;
}

/**
 * The library verifies the signature and returns what it covers. The rest of its verdict is ignored: it was seen to
 * accept another issuer, another recipient and a status other than success, and it takes the time from its own clock.
 */
class SignatureVerifier extends SAML {
  protected override async processValidlySignedAssertionAsync(xml: string): Promise<{ profile: Profile; loggedOut: boolean }> {
    const profile = { issuer: '', nameID: '', nameIDFormat: '', getAssertionXml: () => xml };
    return { profile, loggedOut: false };
  }
}

/** @param message Base64 as it was posted */
export async function verify(connection: SamlConnection, message: string, now: Date): Promise<VerifiedResponse> {
  const response = parseEncoded(message, ANSWER);
  if (!isNamed(response, PROTOCOL, 'Response')) refuse('RESPONSE_MALFORMED', `is a ${response.localName}, no Response`);
  requireSuccess(response);
  const stated = onlyAssertion(response);
  const signed = signedAmong(response, [response, stated]);
  if (signed.length === 0) refuse('SIGNATURE_INVALID', 'neither the assertion nor the response is signed');
  const isResponseSigned = signed.includes(response);
  const certificates = trustedAt(connection.settings.certificates, now);
  const xml = await signedXml(message, certificates, { isResponseSigned, isAssertionSigned: signed.includes(stated) });
  const assertion = parseXml(xml, ANSWER);
  if (!isNamed(assertion, ASSERTION, 'Assertion') || attributeOf(assertion, 'ID') !== attributeOf(stated, 'ID')) {
    refuse('SIGNATURE_INVALID', 'the signature is over another assertion');
  }
  return { response, isResponseSigned, assertion };
}

/** Checked first: a refusal is hardly ever signed, and an operator needs its reason. */
function requireSuccess(response: Element): void {
  const code = onlyChild(onlyChild(response, PROTOCOL, 'Status'), PROTOCOL, 'StatusCode');
  const value = attributeOf(code, 'Value');
  if (value === SUCCESS) return;
  const inner = childNamed(code, PROTOCOL, 'StatusCode');
  const message = childNamed(onlyChild(response, PROTOCOL, 'Status'), PROTOCOL, 'StatusMessage');
  const parts = [value, inner && attributeOf(inner, 'Value'), message && textOf(message)];
  refuse('STATUS_NOT_SUCCESS', parts.filter((part) => part !== null).join(', '));
}

function onlyAssertion(response: Element): Element {
  const elements = withDescendants(response);
  // No key of this service is published, so no provider can have encrypted this for it.
  const encrypted = elements.find(({ localName }) => /^Encrypted(Assertion|ID|Attribute|Data)$/.test(localName));
  if (encrypted !== undefined) {
    refuse('PROVIDER_MISCONFIGURED', `${encrypted.localName} is not accepted: have the provider sign but not encrypt`);
  }
  const [first, second] = elements.filter(({ localName }) => localName === 'Assertion');
  if (first === undefined || second !== undefined) refuse('RESPONSE_MALFORMED', 'does not hold exactly one assertion');
  if (first.parentNode !== response || first.namespaceURI !== ASSERTION) {
    refuse('RESPONSE_MALFORMED', 'the assertion is where none is allowed');
  }
  return first;
}

async function signedXml(
  message: string,
  certificates: readonly Certificate[],
  { isResponseSigned, isAssertionSigned }: { isResponseSigned: boolean; isAssertionSigned: boolean },
): Promise<string> {
  const verifier = new SignatureVerifier({
    idpCert: certificates.map(({ pem }) => pem),
    issuer: 'unused',
    callbackUrl: 'unused',
    // Everything that claims to be signed has to be.
    wantAuthnResponseSigned: isResponseSigned,
    wantAssertionsSigned: isAssertionSigned,
  });
  const verified = await verifier.validatePostResponseAsync({ SAMLResponse: message }).catch((error: unknown) => {
    return refuse('SIGNATURE_INVALID', error instanceof Error ? error.message : 'does not verify');
  });
  return verified.profile?.getAssertionXml?.() ?? refuse('SIGNATURE_INVALID', 'nothing is signed');
}
