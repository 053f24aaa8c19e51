import type { AssuranceLevel } from '../../../shared/caller.js';

/** What the provider vouched for, until the client fetches its session. */
export interface KeptLogin {
  readonly acr: AssuranceLevel;
  readonly providerSessionId: string | null;
  readonly email: string | null;
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

/** What a client exchanges for a session. */
export abstract class LoginCodes {
  abstract add(code: LoginCode): Promise<void>;
  abstract find(codeHash: Uint8Array): Promise<LoginCode | null>;
  /** @returns false when it was spent before, or has expired */
  abstract spend(codeHash: Uint8Array, at: Date): Promise<boolean>;
}
