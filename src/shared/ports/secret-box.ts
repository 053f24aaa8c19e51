/**
 * Seals small secrets for storage. `context` names the place the value lives in (`signing_keys.private_key:kid`);
 * it is authenticated, so a sealed value that is moved to another row or column does not open.
 */
export abstract class SecretBox {
  abstract seal(plaintext: Uint8Array, context: string): string;
  /** @throws SealedValueUnreadable when the value was tampered with, moved, or sealed under a key this process lacks */
  abstract open(sealed: string, context: string): Buffer;
  /** True when the value is sealed under another key than the current one and should be sealed again. */
  abstract isStale(sealed: string): boolean;
}

export class SealedValueUnreadable extends Error {
  constructor(context: string, reason: string) {
    super(`The sealed value of ${context} cannot be opened: ${reason}. Check HEADGATE_MASTER_KEY, or the key file in the data directory.`);
    this.name = 'SealedValueUnreadable';
  }
}
