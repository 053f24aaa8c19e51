import { DomainError } from '../../shared/domain-error.js';
import { say } from '../../shared/sentence.js';

/** Enough for the one in use, the one that replaces it, and the one before. */
export const MOST_SERVICE_KEYS = 3;

/**
 * A key pair of this service for one connection. The provider may know several: one signs, the others are published, so that
 * another one can take over without a login that fails. The same pairs decrypt: the current one is published for it, and any opens what
 * the provider encrypted, so that one change replaces both. One key can safely do both: RSA-OAEP answers no
 * questions about chosen texts (`encryption.ts`), and only documents that this service writes are signed.
 */
export interface ServiceKey {
  readonly id: number;
  readonly connectionId: number;
  readonly isCurrent: boolean;
  /** SHA-256 of the DER form of the certificate, in lower-case hexadecimal. */
  readonly fingerprint: string;
  /** PEM; signed by the key itself, which is how providers are told of keys. */
  readonly certificate: string;
  readonly notAfter: Date;
  readonly createdAt: Date;
}

/** As JSON Web Keys name them: the fingerprint in base64url (`x5t#S256` of RFC 7515). */
export function keyIdOf({ fingerprint }: Pick<ServiceKey, 'fingerprint'>): string {
  return Buffer.from(fingerprint, 'hex').toString('base64url');
}

export class TooManyServiceKeys extends DomainError {
  constructor() {
    super(
      'conflict',
      'CONFLICT',
      say('A connection can have at most {most} keys. Delete one that the provider no longer needs.', { most: MOST_SERVICE_KEYS }),
    );
  }
}

export class ServiceKeyInUse extends DomainError {
  constructor() {
    super('conflict', 'CONFLICT', 'The connection signs with this key. Sign with another one first.');
  }
}
