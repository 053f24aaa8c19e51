import { Injectable } from '@nestjs/common';
import type { AssuranceLevel, Caller } from '../../shared/caller.js';
import { ACCESS_TOKEN_SECONDS } from '../domain/access-token-claims.js';
import { AccessTokens } from './ports/access-tokens.js';
import { RenewSession } from './renew-session.js';

/**
 * For sessions that an identity provider opened: the provider has vouched again. Joins the unit of work that spent its
 * answer.
 */
@Injectable()
export class StepUpSignedOn {
  constructor(
    private readonly renewSession: RenewSession,
    private readonly accessTokens: AccessTokens,
  ) {}

  /** @throws Unauthorized when the session has ended */
  async execute(
    caller: Caller,
    said: { readonly acr: AssuranceLevel; readonly idToken: string | null },
  ): Promise<{ accessToken: string; expiresIn: number }> {
    const { acr, idToken } = said;
    const claims = await this.renewSession.execute(caller, { method: 'sso', acr, isOwnFactor: false, idToken });
    return { accessToken: await this.accessTokens.sign(claims), expiresIn: ACCESS_TOKEN_SECONDS };
  }
}
