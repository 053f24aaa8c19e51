export interface Verified {
  readonly kid: string;
  readonly payload: unknown;
}

/**
 * Caches tokens whose signature, issuer and audience were found good: those cannot change, and verifying ES256 costs
 * more than the rest of an authentication. Everything that can change (the time, the key, session and user) is checked
 * each time. Only good tokens are kept, so strangers cannot fill the cache; the oldest make room.
 */
export class VerifiedTokens {
  private readonly tokens = new Map<string, Verified>();

  constructor(private readonly capacity = 10_000) {}

  find(token: string): Verified | undefined {
    return this.tokens.get(token);
  }

  remember(token: string, verified: Verified): void {
    const oldest = this.tokens.keys().next();
    if (this.tokens.size >= this.capacity && oldest.done !== true) this.tokens.delete(oldest.value);
    this.tokens.set(token, verified);
  }
}
