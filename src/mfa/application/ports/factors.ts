import type { Factor, TotpFactor } from '../../domain/factor.js';

export abstract class Factors {
  abstract nextId(): Promise<number>;
  /** @param secret base 32 */
  abstract sealSecret(factorId: number, secret: string): string;
  abstract secretOf(factor: TotpFactor): string;
  /** @throws CredentialRegisteredAlready when any account has this passkey */
  abstract add(factor: Factor): Promise<void>;
  abstract confirmedOf(userId: number): Promise<Factor[]>;
  /**
   * As `confirmedOf`, and until the unit of work ends no other transaction judges a code of this user. Call it with the
   * account held.
   */
  abstract lockConfirmed(userId: number): Promise<Factor[]>;
  /** A factor of this user in any state. */
  abstract find(id: number, userId: number): Promise<Factor | null>;
  /** @returns false when the factor is gone */
  abstract confirm(id: number, at: Date, lastTimeStep: number): Promise<boolean>;
  abstract used(id: number, use: { lastTimeStep: number } | { signCount: number }, at: Date): Promise<void>;
  abstract remove(id: number): Promise<void>;
  /** Confirmed or not. @returns how many were confirmed */
  abstract removeAll(userId: number): Promise<number>;
  /** An enrolment that was begun and abandoned: a new one replaces it. */
  abstract removeUnconfirmed(userId: number): Promise<void>;
  /** @returns how many enrolments that were begun before then and abandoned were removed */
  abstract purgeUnconfirmed(before: Date): Promise<number>;
}

export abstract class RecoveryCodes {
  abstract left(userId: number): Promise<number>;
  abstract replace(userId: number, hashes: readonly Uint8Array[]): Promise<void>;
  abstract isUnused(userId: number, hash: Uint8Array): Promise<boolean>;
  /** @returns whether it was the first use */
  abstract use(userId: number, hash: Uint8Array, at: Date): Promise<boolean>;
}
