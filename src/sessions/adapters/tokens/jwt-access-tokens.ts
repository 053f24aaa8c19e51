import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Config } from '../../../platform/config/config.js';
import { AccessTokens } from '../../application/ports/access-tokens.js';
import type { AccessTokenClaims } from '../../domain/access-token-claims.js';
import type { PublicJwk } from '../../domain/signing-key.js';
import { KeyRing } from './key-ring.js';

export const AUDIENCE = 'headgate';

@Injectable()
export class JwtAccessTokens extends AccessTokens {
  constructor(
    private readonly jwt: JwtService,
    private readonly keyRing: KeyRing,
    private readonly config: Config,
  ) {
    super();
  }

  async sign(claims: AccessTokenClaims): Promise<string> {
    const { kid, privateKey } = await this.keyRing.signingKey();
    return this.jwt.signAsync(
      { ...claims, iss: this.config.http.publicUrl, aud: AUDIENCE },
      {
        secret: undefined,
        privateKey,
        algorithm: 'ES256',
        keyid: kid,
      },
    );
  }

  publicJwks(): Promise<readonly PublicJwk[]> {
    return this.keyRing.publicJwks();
  }
}
