import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';
import type { SelfSigned } from './self-signed.js';

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';

export const CIPHERS = {
  'aes-128-gcm': `${XENC11}aes128-gcm`,
  'aes-256-gcm': `${XENC11}aes256-gcm`,
  'aes-128-cbc': `${XENC}aes128-cbc`,
  'aes-256-cbc': `${XENC}aes256-cbc`,
} as const;

/** How a key is wrapped: what the document says, and what is done. */
export const WRAPS = {
  'mgf1p, nothing said': { method: `${XENC}rsa-oaep-mgf1p`, inside: '', hash: 'sha1' },
  'mgf1p, SHA-1': { method: `${XENC}rsa-oaep-mgf1p`, inside: `<ds:DigestMethod Algorithm="${SHA1}"/>`, hash: 'sha1' },
  'OAEP, SHA-1': {
    method: `${XENC11}rsa-oaep`,
    inside: `<ds:DigestMethod Algorithm="${SHA1}"/><xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${XENC11}mgf1sha1"/>`,
    hash: 'sha1',
  },
  'OAEP, SHA-256': {
    method: `${XENC11}rsa-oaep`,
    inside: `<ds:DigestMethod Algorithm="${XENC}sha256"/><xenc11:MGF xmlns:xenc11="${XENC11}" Algorithm="${XENC11}mgf1sha256"/>`,
    hash: 'sha256',
  },
} as const;

interface How {
  readonly cipher?: keyof typeof CIPHERS;
  readonly wrap?: keyof typeof WRAPS;
  /** Where the wrapped key stands: in the data, as most have it, or beside them, as Shibboleth has it. */
  readonly isBeside?: boolean;
  readonly name?: 'EncryptedAssertion' | 'EncryptedID';
  /** What happens to the ciphertext, the wrapped key or the padding before they are written. */
  readonly spoil?: { data?: (bytes: Buffer) => Buffer; key?: (bytes: Buffer) => Buffer; padding?: number };
}

/** As another maker's library writes it, made by hand: tests have to be able to make each part wrong. */
export function encrypted(xml: string, { cert }: Pick<SelfSigned, 'cert'>, how: How = {}): string {
  const { cipher = 'aes-256-gcm', wrap = 'mgf1p, SHA-1', isBeside = false, name = 'EncryptedAssertion', spoil = {} } = how;
  const key = randomBytes(cipher.includes('128') ? 16 : 32);
  const data = enciphered(Buffer.from(xml), key, cipher, spoil.padding);
  const { method, inside, hash } = WRAPS[wrap];
  const wrapped = publicEncrypt({ key: cert, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, key);
  const value = (bytes: Buffer): string =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  const keyXml =
    `<xenc:EncryptedKey xmlns:xenc="${XENC}" Id="_key"><xenc:EncryptionMethod Algorithm="${method}">${inside}</xenc:EncryptionMethod>` +
    `${value(spoil.key?.(wrapped) ?? wrapped)}</xenc:EncryptedKey>`;
  const info = `<ds:KeyInfo>${isBeside ? '<ds:RetrievalMethod URI="#_key"/>' : keyXml}</ds:KeyInfo>`;
  return (
    `<saml:${name} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
    `<xenc:EncryptedData xmlns:xenc="${XENC}" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Id="_data" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${CIPHERS[cipher]}"/>${info}${value(spoil.data?.(data) ?? data)}</xenc:EncryptedData>` +
    `${isBeside ? keyXml.replace('<xenc:EncryptedKey', '<xenc:EncryptedKey xmlns:ds="http://www.w3.org/2000/09/xmldsig#"') : ''}</saml:${name}>`
  );
}

function enciphered(plain: Buffer, key: Buffer, cipher: keyof typeof CIPHERS, padding?: number): Buffer {
  if (cipher === 'aes-128-gcm' || cipher === 'aes-256-gcm') {
    const iv = randomBytes(12);
    const enciphering = createCipheriv(cipher, key, iv);
    return Buffer.concat([iv, enciphering.update(plain), enciphering.final(), enciphering.getAuthTag()]);
  }
  const iv = randomBytes(16);
  const count = 16 - (plain.length % 16);
  const padded = Buffer.concat([plain, randomBytes(count - 1), Buffer.from([padding ?? count])]);
  const enciphering = createCipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([iv, enciphering.update(padded), enciphering.final()]);
}

/** Changes one bit. */
export function flipped(bytes: Buffer, at = bytes.length - 1): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}
