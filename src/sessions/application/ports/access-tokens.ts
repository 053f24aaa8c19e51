import type { AccessTokenClaims } from '../../domain/access-token-claims.js';

export abstract class AccessTokens {
  /** @returns a signed JWT with these claims, issuer and audience */
  abstract sign(claims: AccessTokenClaims): Promise<string>;
}
