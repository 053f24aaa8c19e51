import { ACCESS_TOKEN_SECONDS, CLOCK_SKEW_SECONDS } from './access-token-claims.js';

/** A new key is published this long before it signs, so that every cache of the JWKS has it by then. */
const PUBLISH_AHEAD_SECONDS = 600;
const ROTATE_AFTER_SECONDS = 30 * 86_400;

/** One ES256 key pair; the private half is sealed. */
export interface SigningKey {
  readonly kid: string;
  readonly publicJwk: Readonly<Record<'kty' | 'crv' | 'x' | 'y', string>>;
  readonly privateKeySealed: string;
  readonly signsFrom: Date;
  /** When its signatures stop being accepted; `null` for the newest key. */
  readonly acceptedUntil: Date | null;
}

/** What others verify with (RFC 7517). */
export interface PublicJwk extends Readonly<Record<'kty' | 'crv' | 'x' | 'y' | 'kid', string>> {
  readonly use: 'sig';
  readonly alg: 'ES256';
}

/**
 * The key that signs now: the one that began to sign last. When none has begun, the first: an instance whose clock is
 * ahead of ours made it.
 */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  const inOrder = [...keys].sort((one, other) => one.signsFrom.getTime() - other.signsFrom.getTime());
  return inOrder.findLast((key) => key.signsFrom <= now) ?? inOrder[0];
}

/** Includes keys that do not sign yet: verifiers must know them before the first signature. */
export function acceptedKeysAt(keys: readonly SigningKey[], now: Date): SigningKey[] {
  return keys.filter((key) => key.acceptedUntil === null || key.acceptedUntil > now);
}

/** The first key of an installation signs at once; there is no cache to wait for. */
export function startOfSigning(existing: readonly SigningKey[], now: Date): Date {
  return existing.length === 0 ? now : new Date(now.getTime() + PUBLISH_AHEAD_SECONDS * 1000);
}

/** An older key is accepted until the last token it can have signed has expired. */
export function endOfAcceptance(successorSignsFrom: Date): Date {
  return new Date(successorSignsFrom.getTime() + (ACCESS_TOKEN_SECONDS + CLOCK_SKEW_SECONDS) * 1000);
}

export function isRotationDue(keys: readonly SigningKey[], now: Date): boolean {
  return keys.every((key) => now.getTime() - key.signsFrom.getTime() > ROTATE_AFTER_SECONDS * 1000);
}
