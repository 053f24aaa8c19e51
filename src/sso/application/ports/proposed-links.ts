import type { DatedGroups } from '../../domain/claimed-groups.js';
import type { KeptLogin } from './login-codes.js';

/** A person came from their provider, and there is an account that they must show to be theirs. */
export interface ProposedLink extends KeptLogin {
  readonly tokenHash: Uint8Array;
  readonly organizationId: number;
  readonly connectionId: number;
  readonly userId: number;
  readonly issuer: string;
  readonly subject: string;
  readonly isEmailVerified: boolean;
  /** Not kept by an earlier release. */
  readonly groups?: DatedGroups;
  /** RFC 7636; `null` where the client that began the login sent none. */
  readonly codeChallenge: string | null;
  readonly failures: number;
  readonly expiresAt: Date;
}

export abstract class ProposedLinks {
  abstract add(link: Omit<ProposedLink, 'failures'>): Promise<void>;
  /** Finds one that is not spent, has not failed too often and has not expired. */
  abstract findOpen(tokenHash: Uint8Array, at: Date): Promise<ProposedLink | null>;
  /** @returns false when it is not open any more */
  abstract spend(tokenHash: Uint8Array, at: Date): Promise<boolean>;
  /** Counts a failure; too many end it. */
  abstract fail(tokenHash: Uint8Array): Promise<void>;
}
