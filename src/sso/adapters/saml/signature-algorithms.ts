import { type KeyLike, type SigningOptions, constants, createHash, createPublicKey, verify } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

type SignatureClass = new () => SignatureAlgorithm;
type HashClass = new () => HashAlgorithm;

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MGF1 = 'http://www.w3.org/2007/05/xmldsig-more#';

/**
 * Of RFC 9231, RSA and ECDSA with SHA-2. None with SHA-1, because of its collisions, and none with a key that both sides know. The first
 * one is the usual one.
 */
export const SIGNATURE_ALGORITHMS: Readonly<Record<string, SignatureClass>> = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].flatMap((digest) => [
    [`${MORE}rsa-${digest}`, signature(`${MORE}rsa-${digest}`, digest, 'rsa', { padding: constants.RSA_PKCS1_PADDING })],
    [
      `${MGF1}${digest}-rsa-MGF1`,
      signature(`${MGF1}${digest}-rsa-MGF1`, digest, 'rsa', {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
    ],
    // Two numbers side by side, not the structure of X.509 (XML Signature 1.1, section 6.4.3).
    [`${MORE}ecdsa-${digest}`, signature(`${MORE}ecdsa-${digest}`, digest, 'ec', { dsaEncoding: 'ieee-p1363' })],
  ]),
);
export const DIGEST_ALGORITHMS: Readonly<Record<string, HashClass>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': hash('http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'),
  [`${MORE}sha384`]: hash(`${MORE}sha384`, 'sha384'),
  'http://www.w3.org/2001/04/xmlenc#sha512': hash('http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'),
};

/** @param type of the key, so that nothing under the name of one kind is verified with a key of the other */
function signature(name: string, digest: string, type: 'rsa' | 'ec', how: SigningOptions): SignatureClass {
  return class {
    getAlgorithmName(): string {
      return name;
    }
    /** Of the interface. */
    getSignature(): never {
      throw new Error('This only verifies.');
    }
    verifySignature(material: string, pem: KeyLike, value: string): boolean {
      const key = typeof pem === 'string' ? createPublicKey(pem) : null;
      if (key?.asymmetricKeyType !== type) return false;
      return verify(digest, Buffer.from(material), { key, ...how }, Buffer.from(value, 'base64'));
    }
  };
}

function hash(name: string, digest: string): HashClass {
  return class {
    getAlgorithmName(): string {
      return name;
    }
    getHash(xml: string): string {
      return createHash(digest).update(xml).digest('base64');
    }
  };
}
