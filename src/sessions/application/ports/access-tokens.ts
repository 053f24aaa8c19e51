import type { AccessTokenClaims } from '../../domain/access-token-claims.js';

export abstract class AccessTokens {
  /** @returns a signed JWT with these claims, issuer and audience */
  abstract sign(claims: AccessTokenClaims): Promise<string>;

  /** @returns every key that a token may be signed with which is in force, as JWKs (RFC 7517) */
  abstract publicJwks(): Promise<readonly object[]>;
}
