import type { AgentCredential } from '../../domain/agent-token.js';

export interface NewCode {
  readonly hash: Uint8Array;
  readonly keyId: number;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly expiresAt: Date;
  readonly grantExpiresAt: Date;
}

export interface KeptCode extends Omit<NewCode, 'hash'> {
  readonly clientId: string;
  readonly spentAt: Date | null;
}

export interface KeptToken {
  readonly keyId: number;
  readonly clientId: string;
  readonly expiresAt: Date;
  readonly spentAt: Date | null;
}

export interface NewToken {
  readonly hash: Uint8Array;
  readonly kind: 'access' | 'refresh';
  readonly keyId: number;
  readonly expiresAt: Date;
}

/** What clients hold of the grants of people. Join the unit of work. */
export abstract class AgentTokens {
  abstract addCode(code: NewCode): Promise<void>;
  /** As it was before; from now on it is spent. Requests for one grant come one after the other. */
  abstract spendCode(hash: Uint8Array, at: Date): Promise<KeptCode | null>;
  abstract add(tokens: readonly NewToken[]): Promise<void>;
  abstract find(kind: 'access' | 'refresh', hash: Uint8Array): Promise<KeptToken | null>;
  /** As `find`. Requests for one grant come one after the other. */
  abstract lock(kind: 'access' | 'refresh', hash: Uint8Array): Promise<KeptToken | null>;
  abstract spend(hash: Uint8Array, at: Date): Promise<void>;
  abstract remove(hash: Uint8Array): Promise<void>;
  /** The grant lasts from its first token on; before, only as long as its code. */
  abstract extendGrant(keyId: number, expiresAt: Date): Promise<void>;
  /** Forgets what had expired before. */
  abstract purge(before: Date): Promise<number>;
}

/** What follows a code or a refresh token: 256 bits that cannot be computed without a key, and always the same for us. */
export abstract class TokenSuccession {
  abstract successorOf(text: string, kind: AgentCredential): Promise<string>;
}
