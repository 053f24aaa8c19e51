import { createHash, randomBytes } from 'node:crypto';
import { typedCode } from './typed-code.js';

/** Crockford's base 32: no letter that people confuse with another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LETTERS = 24;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LETTERS}}$`);

/**
 * A one-time token that people write down and type: 120 random bits in four groups of six. That is beyond guessing even
 * from the hash, so a fast hash is enough (NIST SP 800-63B-4 section 3.1.2.2 asks for 112 bits or a slow one).
 */
export function mintReadableToken(): { token: string; hash: Buffer } {
  const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return { token: letters.match(/.{6}/g)?.join('-') ?? letters, hash: sha256(letters) };
}

/** Accepts upper case, other grouping and the usual confusions; `null` when the text cannot be a token. */
export function hashReadableToken(text: string): Buffer | null {
  const letters = typedCode(text).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return SHAPE.test(letters) ? sha256(letters) : null;
}

function sha256(letters: string): Buffer {
  return createHash('sha256').update(letters).digest();
}
