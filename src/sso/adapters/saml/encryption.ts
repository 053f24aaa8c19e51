import { type RsaPrivateKey, constants, createDecipheriv, privateDecrypt, randomBytes } from 'node:crypto';
import { SsoFailed } from '../../domain/sso.errors.js';
import { refuse } from './refusal.js';
import { ANSWER } from './xml-bounds.js';
import { attributeOf, bytesOf, childNamed, childrenNamed, onlyChild, parseXml, textOf, utf8Of, withDescendants } from './xml-document.js';
import { XML_ENCRYPTION, XML_ENCRYPTION_11, XML_SIGNATURE } from './xml-names.js';

interface Cipher {
  readonly name: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-128-cbc' | 'aes-256-cbc';
  readonly keyBytes: number;
  readonly ivBytes: number;
  /** 0 where nothing shows whether the text was changed. */
  readonly tagBytes: number;
}

const CIPHERS: Readonly<Record<string, Cipher>> = {
  [`${XML_ENCRYPTION_11}aes128-gcm`]: { name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12, tagBytes: 16 },
  [`${XML_ENCRYPTION_11}aes256-gcm`]: { name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12, tagBytes: 16 },
  [`${XML_ENCRYPTION}aes128-cbc`]: { name: 'aes-128-cbc', keyBytes: 16, ivBytes: 16, tagBytes: 0 },
  [`${XML_ENCRYPTION}aes256-cbc`]: { name: 'aes-256-cbc', keyBytes: 32, ivBytes: 16, tagBytes: 0 },
};

/** What metadata asks for: it is good without a second signature. */
export const GOOD_CIPHERS = Object.keys(CIPHERS).filter((algorithm) => algorithm.endsWith('-gcm'));
export const RSA_OAEP = `${XML_ENCRYPTION}rsa-oaep-mgf1p`;
const RSA_OAEP_11 = `${XML_ENCRYPTION_11}rsa-oaep`;
const SHA1_DIGEST = 'http://www.w3.org/2000/09/xmldsig#sha1';
const SHA256_DIGEST = `${XML_ENCRYPTION}sha256`;
const MASKS: Readonly<Record<string, string>> = {
  [`${XML_ENCRYPTION_11}mgf1sha1`]: SHA1_DIGEST,
  [`${XML_ENCRYPTION_11}mgf1sha256`]: SHA256_DIGEST,
};
/** Of OAEP, whose security does not rest on collisions. */
const HASHES: Readonly<Record<string, string>> = { [SHA1_DIGEST]: 'sha1', [SHA256_DIGEST]: 'sha256' };

/** One sentence for a wrong key, padding, tag and content: whoever could tell them apart could decrypt by asking. */
const FAILED = 'cannot be decrypted with any key of the connection, or does not hold what it should, signed by the provider';

interface Sealed {
  readonly cipher: Cipher;
  readonly hash: string;
  readonly wrappedKey: Buffer;
  readonly data: Buffer;
}

/** @throws SsoFailed `DECRYPTION_FAILED`, always the same */
export function decryptionFailed(): never {
  return refuse('DECRYPTION_FAILED', FAILED);
}

/**
 * What anyone can see of an encrypted element, before a key is touched; refused with its reason (XML Encryption 1.1, sections 3 and 5).
 * @param isAuthentic whether a signature of the provider, verified before, covers it
 */
export function sealedIn(holder: Element, isAuthentic: boolean): Sealed {
  const data = onlyChild(holder, XML_ENCRYPTION, 'EncryptedData');
  const [key, other] = withDescendants(holder).filter(({ localName }) => localName === 'EncryptedKey');
  if (key === undefined || other !== undefined) refuse('RESPONSE_MALFORMED', `${holder.localName} does not hold exactly one EncryptedKey`);
  const beside = childrenNamed(holder, XML_ENCRYPTION, 'EncryptedKey');
  const info = childNamed(data, XML_SIGNATURE, 'KeyInfo');
  const within = info === null ? [] : childrenNamed(info, XML_ENCRYPTION, 'EncryptedKey');
  if (![...beside, ...within].includes(key)) refuse('RESPONSE_MALFORMED', 'the EncryptedKey is where none is allowed');
  return { cipher: cipherOf(data, isAuthentic), hash: hashOf(key), wrappedKey: valueOf(key), data: valueOf(data) };
}

/**
 * Every key is tried, and something is decrypted in any case, so that failures look alike.
 * @param privateKeys PEM
 * @returns the text, and its root @throws SsoFailed
 */
export function unsealed(sealed: Sealed, privateKeys: readonly string[]): { text: string; root: Element } {
  const { cipher, hash, wrappedKey, data } = sealed;
  const tried = privateKeys.map((key) => unwrapped({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, wrappedKey));
  const key = tried.find((one) => one?.length === cipher.keyBytes) ?? randomBytes(cipher.keyBytes);
  const plain = deciphered(cipher, key, data);
  try {
    const text = utf8Of(plain ?? decryptionFailed());
    return { text, root: parseXml(text, ANSWER) };
  } catch (error) {
    if (!(error instanceof SsoFailed)) throw error;
    return decryptionFailed();
  }
}

/** Of an element whose ciphertext a signature covers. @throws SsoFailed */
export function openedIn(holder: Element, privateKeys: readonly string[]): Element {
  return unsealed(sealedIn(holder, true), privateKeys).root;
}

function cipherOf(data: Element, isAuthentic: boolean): Cipher {
  const algorithm = attributeOf(onlyChild(data, XML_ENCRYPTION, 'EncryptionMethod'), 'Algorithm') ?? '';
  const cipher = Object.hasOwn(CIPHERS, algorithm) ? CIPHERS[algorithm] : undefined;
  if (cipher === undefined)
    return refuse('ALGORITHM_REFUSED', `the data is encrypted by ${algorithm.slice(0, 100)}: have the provider use AES-256-GCM`);
  // Nothing else keeps a stranger from changing it, and from learning its text by the answers (Jager and Somorovsky, 2011).
  if (cipher.tagBytes === 0 && !isAuthentic)
    refuse(
      'ALGORITHM_REFUSED',
      'AES-CBC is accepted only if the response is signed as well: have the provider sign it, or use AES-256-GCM',
    );
  return cipher;
}

/** RSA 1.5 tells too much about its padding (Bleichenbacher, 1998). */
function hashOf(key: Element): string {
  const method = onlyChild(key, XML_ENCRYPTION, 'EncryptionMethod');
  const algorithm = attributeOf(method, 'Algorithm') ?? '';
  if (algorithm !== RSA_OAEP && algorithm !== RSA_OAEP_11)
    refuse('ALGORITHM_REFUSED', `the key is encrypted by ${algorithm.slice(0, 100)}: have the provider use RSA-OAEP`);
  const digest = childNamed(method, XML_SIGNATURE, 'DigestMethod');
  const mask = childNamed(method, XML_ENCRYPTION_11, 'MGF');
  const digestName = digest === null ? SHA1_DIGEST : (attributeOf(digest, 'Algorithm') ?? '');
  const maskDigest = mask === null ? SHA1_DIGEST : MASKS[attributeOf(mask, 'Algorithm') ?? ''];
  const hash = Object.hasOwn(HASHES, digestName) ? HASHES[digestName] : undefined;
  if (hash === undefined || maskDigest !== digestName || childNamed(method, XML_ENCRYPTION, 'OAEPparams') !== null)
    return refuse(
      'ALGORITHM_REFUSED',
      'RSA-OAEP is accepted with SHA-1 for digest and mask, or with SHA-256 for both, and without parameters',
    );
  return hash;
}

/** Never a `CipherReference`: nothing is fetched. */
function valueOf(element: Element): Buffer {
  return bytesOf(textOf(onlyChild(onlyChild(element, XML_ENCRYPTION, 'CipherData'), XML_ENCRYPTION, 'CipherValue')), ANSWER);
}

function unwrapped(key: RsaPrivateKey, wrapped: Buffer): Buffer | null {
  try {
    return privateDecrypt(key, wrapped);
  } catch {
    return null;
  }
}

function deciphered(cipher: Cipher, key: Buffer, data: Buffer): Buffer | null {
  const { ivBytes, tagBytes } = cipher;
  if (data.length <= ivBytes + tagBytes) return null;
  const iv = data.subarray(0, ivBytes);
  const body = data.subarray(ivBytes, data.length - tagBytes);
  try {
    if (cipher.name === 'aes-128-gcm' || cipher.name === 'aes-256-gcm') {
      const decipher = createDecipheriv(cipher.name, key, iv, { authTagLength: tagBytes }).setAuthTag(data.subarray(-tagBytes));
      return Buffer.concat([decipher.update(body), decipher.final()]);
    }
    const decipher = createDecipheriv(cipher.name, key, iv).setAutoPadding(false);
    return unpadded(Buffer.concat([decipher.update(body), decipher.final()]));
  } catch {
    return null;
  }
}

/** XML Encryption, section 5.2.1: the last byte says how many there are; the others are of any value. */
function unpadded(plain: Buffer): Buffer | null {
  const count = plain.at(-1) ?? 0;
  return count >= 1 && count <= 16 && count < plain.length ? plain.subarray(0, -count) : null;
}
