import type { SamlConnection } from '../../domain/connection.js';
import { trustedAt } from './certificates.js';
import { refuse } from './refusal.js';
import { signedAmong } from './signature-shape.js';
import { coveredBy } from './signed-bytes.js';
import { attributeOf, childNamed, decoded, isNamed, onlyChild, parseXml, textOf, withDescendants } from './xml-document.js';
import { ANSWER } from './xml-bounds.js';
import { ASSERTION, PROTOCOL, SUCCESS } from './xml-names.js';

/** What came, and which part of it the provider has signed. */
export interface VerifiedResponse {
  readonly response: Element;
  readonly isResponseSigned: boolean;
  /** Parsed again from the exact bytes that the signature covers. */
  readonly assertion: Element;
}

/** @param message Base64 as it was posted */
export function verify(connection: SamlConnection, message: string, now: Date): VerifiedResponse {
  const text = decoded(message, ANSWER);
  const response = parseXml(text, ANSWER);
  if (!isNamed(response, PROTOCOL, 'Response')) refuse('RESPONSE_MALFORMED', `is a ${response.localName}, no Response`);
  requireSuccess(response);
  const stated = onlyAssertion(response);
  const signed = signedAmong(response, [response, stated]);
  if (signed.length === 0) refuse('SIGNATURE_INVALID', 'neither the assertion nor the response is signed');
  const isResponseSigned = signed.includes(response);
  const certificates = trustedAt(connection.settings.certificates, now);
  // Everything that claims to be signed has to be.
  const covered = signed.map((element) => parseXml(coveredBy(element, text, certificates), ANSWER));
  const [root = refuse('SIGNATURE_INVALID', 'nothing is signed')] = covered.filter(
    ({ localName }) => !isResponseSigned || localName === 'Response',
  );
  const assertion = isResponseSigned ? onlyAssertion(root) : root;
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
