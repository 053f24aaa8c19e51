import { Injectable } from '@nestjs/common';
import type { PublicJwk } from '../domain/signing-key.js';
import { AccessTokens } from './ports/access-tokens.js';

/** The public keys by which others verify access tokens, in the form of RFC 7517. */
@Injectable()
export class ReadKeySet {
  constructor(private readonly accessTokens: AccessTokens) {}

  /** @returns the key that signs now, the next one as soon as it is made, and older ones until their last token has ended */
  execute(): Promise<readonly PublicJwk[]> {
    return this.accessTokens.publicJwks();
  }
}
