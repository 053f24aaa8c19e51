import type { AssuranceLevel } from '../../../shared/caller.js';
import type { Identity } from './identities.js';

/** What the provider vouched for, until the client fetches its session. */
export interface KeptLogin {
  readonly acr: AssuranceLevel;
  readonly providerSessionId: string | null;
  readonly email: string | null;
  readonly idToken: string | null;
}

export interface LoginCode extends KeptLogin {
  readonly codeHash: Uint8Array;
  readonly identityId: number;
  readonly trustEpoch: number;
  readonly codeChallenge: string | null;
  /** The session that it renews; `null` for one that opens a session. */
  readonly stepUpSessionId: number | null;
  readonly expiresAt: Date;
}

export interface FoundCode extends LoginCode {
  /** Whose identity it is for; `null` when the identity is gone. */
  readonly userId: number | null;
}

/** What a client exchanges for a session. */
export abstract class LoginCodes {
  abstract add(code: LoginCode): Promise<void>;
  abstract find(codeHash: Uint8Array): Promise<FoundCode | null>;
  /** @returns the identity that it is for; `null` when it was spent before or has expired, or when the identity is gone */
  abstract spend(codeHash: Uint8Array, at: Date): Promise<Identity | null>;
}
