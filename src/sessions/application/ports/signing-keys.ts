import type { SigningKey } from '../../domain/signing-key.js';

export abstract class SigningKeys {
  abstract all(): Promise<SigningKey[]>;
  /** As `all`, and nobody else rotates until the unit of work ends. */
  abstract lockAll(): Promise<SigningKey[]>;
  abstract add(key: SigningKey): Promise<void>;
  abstract acceptOthersUntil(kid: string, until: Date): Promise<void>;
  abstract removeAcceptedBefore(now: Date): Promise<void>;
}

/** Makes key pairs; the private half leaves it sealed. */
export abstract class SigningKeyFactory {
  abstract make(): Promise<Pick<SigningKey, 'kid' | 'publicJwk' | 'privateKeySealed'>>;
}
