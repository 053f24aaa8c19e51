import type { Challenge } from '../../domain/challenge.js';

export abstract class Challenges {
  abstract add(challenge: Challenge): Promise<void>;
  /** Locks the row until the unit of work ends. */
  abstract lock(tokenHash: Uint8Array): Promise<Challenge | null>;
  abstract save(challenge: Challenge): Promise<void>;
  /** @returns how many are gone */
  abstract purge(before: Date): Promise<number>;
}

export type CeremonyPurpose = 'registration' | 'step_up';

/** WebAuthn ceremonies that a logged-in session has begun: one at a time for each purpose, each judged once. */
export abstract class Ceremonies {
  abstract begin(ceremony: { sessionId: number; purpose: CeremonyPurpose; webauthnChallenge: string; expiresAt: Date }): Promise<void>;
  /** Deletes the ceremony and returns its challenge. */
  abstract take(sessionId: number, purpose: CeremonyPurpose, now: Date): Promise<string | null>;
  /** @returns how many are gone */
  abstract purge(before: Date): Promise<number>;
}
