import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
/** The last of 43 letters carries four bits; the other two are zero, so that each token has exactly one text. */
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** `token` goes to its owner and is forgotten; only `hash` is stored. */
export function mintToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: sha256(token) };
}

/** @returns `null` when the text cannot be a token, which spares the database the lookup */
export function hashToken(token: string | null): Buffer | null {
  return token !== null && TOKEN_SHAPE.test(token) ? sha256(token) : null;
}

/** Compares hashes of random tokens, so the time that it takes tells nothing about a token. */
export function isSameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Hash of the text; fast and unsalted is enough, because 256 random bits cannot be guessed from their hash. */
function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
