import type { AssertionEncryption, Certificate, SamlConnection } from '../../domain/connection.js';
import { SsoFailed } from '../../domain/sso.errors.js';
import { trustedAt } from './certificates.js';
import { decryptionFailed, sealedIn, unsealed } from './encryption.js';
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

/** @param message Base64 as it was posted @param by.privateKeys PEM; each may decrypt */
export function verify(
  connection: SamlConnection,
  message: string,
  by: { readonly now: Date; readonly privateKeys: readonly string[] },
): VerifiedResponse {
  const text = decoded(message, ANSWER);
  const response = parseXml(text, ANSWER);
  if (!isNamed(response, PROTOCOL, 'Response')) refuse('RESPONSE_MALFORMED', `is a ${response.localName}, no Response`);
  requireSuccess(response);
  const { assertionEncryption } = connection.settings;
  const stated = onlyAssertion(response, assertionEncryption);
  const signed = signedAmong(response, stated.localName === ENCRYPTED ? [response] : [response, stated]);
  const isResponseSigned = signed.includes(response);
  const certificates = trustedAt(connection.settings.certificates, by.now);
  // Everything that claims to be signed has to be.
  const covered = signed.map((element) => parseXml(coveredBy(element, text, certificates), ANSWER));
  const whole = covered.find(({ localName }) => localName === 'Response');
  const held = whole === undefined ? stated : onlyAssertion(whole, assertionEncryption);
  if (held.localName === ENCRYPTED) {
    const sealed = sealedIn(held, isResponseSigned);
    return { response, isResponseSigned, assertion: openedAssertion(sealed, { ...by, isResponseSigned, certificates }) };
  }
  const [inner = refuse('SIGNATURE_INVALID', 'neither the assertion nor the response is signed')] = covered;
  const assertion = whole === undefined ? inner : held;
  if (!isNamed(assertion, ASSERTION, 'Assertion') || attributeOf(assertion, 'ID') !== attributeOf(stated, 'ID')) {
    refuse('SIGNATURE_INVALID', 'the signature is over another assertion');
  }
  return { response, isResponseSigned, assertion };
}

/**
 * What anyone could have encrypted for this service counts by the signature inside, and all that is wrong with it has one name: to learn
 * more, a stranger would have to be the provider.
 */
function openedAssertion(
  sealed: Parameters<typeof unsealed>[0],
  by: { readonly privateKeys: readonly string[]; readonly isResponseSigned: boolean; readonly certificates: readonly Certificate[] },
): Element {
  try {
    const { text, root } = unsealed(sealed, by.privateKeys);
    const isOne = isNamed(root, ASSERTION, 'Assertion') && withDescendants(root).filter(isOfAssertions).length === 1;
    if (!isOne) decryptionFailed();
    const isSigned = signedAmong(root, [root]).length === 1;
    if (!isSigned && !by.isResponseSigned) decryptionFailed();
    return isSigned ? parseXml(coveredBy(root, text, by.certificates), ANSWER) : root;
  } catch (error) {
    if (!(error instanceof SsoFailed) || by.isResponseSigned) throw error;
    return decryptionFailed();
  }
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

const ENCRYPTED = 'EncryptedAssertion';

function isOfAssertions({ localName }: Element): boolean {
  return localName === 'Assertion' || localName === ENCRYPTED;
}

function onlyAssertion(response: Element, encryption: AssertionEncryption): Element {
  const elements = withDescendants(response);
  const allowed = encryption === 'off' ? [] : [ENCRYPTED, 'EncryptedID', 'EncryptedData'];
  const encrypted = elements.find(
    ({ localName }) => /^Encrypted(Assertion|ID|Attribute|Data)$/.test(localName) && !allowed.includes(localName),
  );
  if (encrypted !== undefined) {
    const cure =
      encryption === 'off' ? 'set assertion_encryption, or have the provider' : 'have the provider encrypt the whole assertion, or';
    refuse('PROVIDER_MISCONFIGURED', `${encrypted.localName} is not accepted: ${cure} sign but not encrypt`);
  }
  const [first, second] = elements.filter(isOfAssertions);
  if (first === undefined || second !== undefined) refuse('RESPONSE_MALFORMED', 'does not hold exactly one assertion');
  if (first.parentNode !== response || first.namespaceURI !== ASSERTION) {
    refuse('RESPONSE_MALFORMED', 'the assertion is where none is allowed');
  }
  if (encryption === 'required' && first.localName !== ENCRYPTED)
    refuse('PROVIDER_MISCONFIGURED', 'the assertion is not encrypted, which the connection requires');
  return first;
}
