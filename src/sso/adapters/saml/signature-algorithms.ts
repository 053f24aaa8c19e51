import { type KeyLike, constants, createHash, verify } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

type SignatureClass = new () => SignatureAlgorithm;
type HashClass = new () => HashAlgorithm;

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MGF1 = 'http://www.w3.org/2007/05/xmldsig-more#';

/** Of RFC 9231, RSA with SHA-2. None with SHA-1, because of its collisions, and none with a key that both sides know. */
export const SIGNATURE_ALGORITHMS: Readonly<Record<string, SignatureClass>> = Object.fromEntries(
  ['sha256', 'sha384', 'sha512'].flatMap((digest) => [
    [`${MORE}rsa-${digest}`, rsa(`${MORE}rsa-${digest}`, digest, { padding: constants.RSA_PKCS1_PADDING })],
    [
      `${MGF1}${digest}-rsa-MGF1`,
      rsa(`${MGF1}${digest}-rsa-MGF1`, digest, {
        padding: constants.RSA_PKCS1_PSS_PADDING,
        saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
      }),
    ],
  ]),
);
export const DIGEST_ALGORITHMS: Readonly<Record<string, HashClass>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': hash('http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'),
  [`${MORE}sha384`]: hash(`${MORE}sha384`, 'sha384'),
  'http://www.w3.org/2001/04/xmlenc#sha512': hash('http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'),
};

function rsa(name: string, digest: string, how: { padding: number; saltLength?: number }): SignatureClass {
  return class {
    getAlgorithmName(): string {
      return name;
    }
    /** Of the interface; this service signs nothing. */
    getSignature(): never {
      throw new Error('Nothing is signed here.');
    }
    verifySignature(material: string, key: KeyLike, signature: string): boolean {
      if (typeof key !== 'string') return false;
      return verify(digest, Buffer.from(material), { key, ...how }, Buffer.from(signature, 'base64'));
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
