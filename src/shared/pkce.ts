import { createHash } from 'node:crypto';
import { isSameHash } from './one-time-token.js';

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** RFC 7636 section 4.2, S256 only: `plain` does not protect against an attacker who sees the request. */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}

/**
 * Whether the party that shows the verifier began the login of the challenge. A verifier without a challenge is refused
 * too: an attacker took the challenge out on the way (RFC 9700 section 4.8.2).
 */
export function provesBeginner(verifier: string | null, challenge: string | null): boolean {
  if (challenge === null || verifier === null) return challenge === verifier;
  if (!VERIFIER.test(verifier)) return false;
  const hash = createHash('sha256').update(verifier).digest();
  return isSameHash(hash, Buffer.from(challenge, 'base64url'));
}
