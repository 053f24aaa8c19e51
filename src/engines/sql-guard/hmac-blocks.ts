const BLOCK = 64;

/**
 * The blocks of HMAC (RFC 2104) with a key of at most 64 bytes that go before the text, and before its first hash; in hexadecimal digits.
 */
export function hmacBlocks(key: string): { readonly inner: string; readonly outer: string } {
  const bytes = Buffer.alloc(BLOCK);
  const given = Buffer.from(key, 'hex');
  if (given.length === 0 || given.length > BLOCK || given.length * 2 !== key.length)
    throw new RangeError('The key of a mask has 1 to 64 bytes, in hexadecimal digits.');
  given.copy(bytes);
  const paddedWith = (pad: number): string => Buffer.from(bytes.map((byte) => byte ^ pad)).toString('hex');
  return { inner: paddedWith(0x36), outer: paddedWith(0x5c) };
}

/** Digits of a hash that are shown: 128 bits, so that two values of a column have two hashes. */
export const HASH_DIGITS = 32;
