import type { AuthenticationMethod, Caller } from '../../../shared/caller.js';

/** What a user shows for the second factor. */
export type Proof =
  | { readonly method: 'totp' | 'recovery_code'; readonly code: string }
  | { readonly method: 'webauthn'; readonly assertion: object };

export interface MfaChallenge {
  readonly token: string;
  readonly expiresIn: number;
}

export interface AnsweredChallenge {
  readonly userId: number;
  readonly trustEpoch: number;
  readonly amr: AuthenticationMethod;
  /** Of the device token that the answer carried. */
  readonly deviceTokenHash: Uint8Array | null;
  /** Whether the proof is reason enough to trust the device it came from. */
  readonly isTrustworthy: boolean;
}

/** Second factors; the mfa context answers. Refusals are values, so that their traces commit. */
export abstract class SecondFactor {
  /** None: the password is enough. */
  abstract methodsOf(userId: number): Promise<readonly string[]>;
  abstract challenge(input: {
    userId: number;
    trustEpoch: number;
    deviceTokenHash: Uint8Array | null;
    deviceTokenIsNew: boolean;
  }): Promise<MfaChallenge>;
  abstract answer(input: {
    mfaToken: string;
    deviceToken: string | null;
    network: string;
    proof: Proof;
  }): Promise<{ answered: AnsweredChallenge | null; waitSeconds: number }>;
  abstract prove(input: {
    caller: Caller;
    proof: Proof;
  }): Promise<{ amr: AuthenticationMethod | null; waitSeconds: number }>;
}
