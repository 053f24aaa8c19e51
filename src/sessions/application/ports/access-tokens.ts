import type { AccessTokenClaims } from '../../domain/access-token-claims.js';
import type { PublicJwk, SigningKey } from '../../domain/signing-key.js';

export abstract class SigningKeys {
  abstract all(): Promise<SigningKey[]>;
  /** As `all`, and no other instance rotates until the unit of work ends. */
  abstract lockAll(): Promise<SigningKey[]>;
  abstract add(key: SigningKey): Promise<void>;
  abstract acceptOthersUntil(kid: string, until: Date): Promise<void>;
  abstract removeAcceptedBefore(now: Date): Promise<void>;
}

/** Makes key pairs; the private half leaves it sealed. */
export abstract class SigningKeyFactory {
  abstract make(): Promise<Pick<SigningKey, 'kid' | 'publicJwk' | 'privateKeySealed'>>;
}

export abstract class AccessTokens {
  /** @returns a signed JWT with these claims, issuer and audience */
  abstract sign(claims: AccessTokenClaims): Promise<string>;

  /** @returns every key in force that may have signed a token, as JWKs (RFC 7517) */
  abstract publicJwks(): Promise<readonly PublicJwk[]>;
}
