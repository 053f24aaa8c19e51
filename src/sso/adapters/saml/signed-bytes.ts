import { SignedXml } from 'xml-crypto';
import type { Certificate } from '../../domain/connection.js';
import { refuse } from './refusal.js';
import { DIGEST_ALGORITHMS, SIGNATURE_ALGORITHMS } from './signature-algorithms.js';
import { onlyChild } from './xml-document.js';
import { XML_SIGNATURE } from './xml-names.js';

/**
 * The library compares digests and signature, and returns the bytes that they cover. What the signature looks like has
 * been judged before (`signedAmong`), and who says what to whom is judged from those bytes.
 * @param text the document that `parent` is in
 */
export function coveredBy(parent: Element, text: string, certificates: readonly Certificate[]): string {
  const signature = onlyChild(parent, XML_SIGNATURE, 'Signature');
  const tried = certificates.map(({ pem }) => verifiedBy(pem, signature, text));
  const [covered] = tried.filter((one) => typeof one === 'string');
  if (covered !== undefined) return covered;
  const reason = tried.includes(false)
    ? `the ${parent.localName} is not as it was signed: something changed it on the way`
    : `no certificate of the connection fits the signature of the ${parent.localName}: add the one that the provider signs with`;
  return refuse('SIGNATURE_INVALID', reason);
}

/** @returns the bytes that are signed; `false` if they were changed; `null` if another key signed them */
function verifiedBy(pem: string, signature: Element, text: string): string | false | null {
  const verifier = new SignedXml({ publicCert: pem });
  verifier.SignatureAlgorithms = { ...SIGNATURE_ALGORITHMS };
  verifier.HashAlgorithms = { ...DIGEST_ALGORITHMS };
  try {
    verifier.loadSignature(signature);
    if (!verifier.checkSignature(text)) return false;
  } catch {
    // The library throws for each signature that does not fit.
    return null;
  }
  const [covered, other] = verifier.getSignedReferences();
  return covered === undefined || other !== undefined ? null : covered;
}
