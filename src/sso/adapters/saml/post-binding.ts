import { SignedXml } from 'xml-crypto';
import type { SigningKey } from '../../application/ports/service-keys.js';
import type { Certificate } from '../../domain/connection.js';
import type { Onward } from '../../domain/onward.js';
import { refuse } from './refusal.js';
import { signedAmong } from './signature-shape.js';
import { coveredBy } from './signed-bytes.js';
import { REDIRECTED } from './xml-bounds.js';
import { decoded, parseXml } from './xml-document.js';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, RSA_SHA256, SHA256 } from './xml-names.js';

type Kind = 'SAMLRequest' | 'SAMLResponse';

/**
 * A message as a form (SAML 2.0 Bindings, section 3.5.4).
 * @param key signs the document; `null`: it is not signed
 */
export function postedForm(address: string, kind: Kind, xml: string, relayState: string | null, key: SigningKey | null): Onward {
  const message = Buffer.from(key === null ? xml : signed(xml, key)).toString('base64');
  return { redirectUrl: address, form: { [kind]: message, ...(relayState !== null && { RelayState: relayState }) } };
}

/** @param xml written here: its root has an ID and begins with its Issuer, after which the schema has the signature */
function signed(xml: string, { privateKey, certificate }: SigningKey): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE_C14N,
  });
  signer.addReference({ xpath: '/*', transforms: [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N], digestAlgorithm: SHA256 });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: '/*/*[1]', action: 'after' } });
  return signer.getSignedXml();
}

/**
 * The signature has to be that of the root, as in answers; a message that came through a browser says nothing without it.
 * @param message Base64 as it was posted
 * @returns the root, parsed again from the exact bytes that the signature covers
 */
export function readPosted(message: string, certificates: readonly Certificate[]): Element {
  const text = decoded(message, REDIRECTED);
  const root = parseXml(text, REDIRECTED);
  if (signedAmong(root, [root]).length === 0) refuse('SIGNATURE_INVALID', `the ${root.localName} is not signed`);
  return parseXml(coveredBy(root, text, certificates), REDIRECTED);
}
