import { Injectable } from '@nestjs/common';
import { provesBeginner } from '../../shared/pkce.js';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { endOf } from '../domain/access-key.js';
import { hashCredential } from '../domain/agent-token.js';
import { OAuthRefusal } from '../domain/oauth-refusal.js';
import { EndGrant } from './end-grant.js';
import type { IdentifiedClient } from './identify-client.js';
import { type IssuedTokens, IssueTokens } from './issue-tokens.js';
import { AccessKeys } from './ports/access-keys.js';
import { AgentTokens } from './ports/agent-tokens.js';
import { SignedOnSince } from './signed-on-since.js';

const REFUSED = new OAuthRefusal(
  'invalid_grant',
  'The code is unknown, used or too old, or was made for another request. Ask the person again.',
);

/** The first tokens of a client. A code that comes twice, or with anything wrong, ends its grant, so that a thief of it gains nothing. */
@Injectable()
export class RedeemCode {
  constructor(
    private readonly tokens: AgentTokens,
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly issueTokens: IssueTokens,
    private readonly endGrant: EndGrant,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns a refusal as a value, because what it has ended is committed */
  async execute(
    client: IdentifiedClient,
    { code, verifier, redirectUri }: { readonly code: string; readonly verifier: string | null; readonly redirectUri: string | null },
  ): Promise<IssuedTokens | OAuthRefusal> {
    const hash = hashCredential('code', code);
    if (hash === null) return REFUSED;
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const kept = await this.tokens.spendCode(hash, now);
      if (kept === null) return REFUSED;
      const isRight =
        kept.spentAt === null &&
        kept.expiresAt > now &&
        kept.clientId === client.id &&
        // OAuth 2.1 no longer asks for it.
        (redirectUri === null || redirectUri === kept.redirectUri) &&
        provesBeginner(verifier, kept.codeChallenge);
      if (!isRight) {
        await this.endGrant.execute(kept.keyId, 'misused');
        return REFUSED;
      }
      const found = await this.keys.findById(kept.keyId, this.signedOnSince.moment());
      if (found === null || endOf(found.key, found.terms, now) !== null) return REFUSED;
      await this.tokens.extendGrant(kept.keyId, kept.grantExpiresAt);
      return this.issueTokens.execute(code, { ...found.key, expiresAt: kept.grantExpiresAt }, found.terms);
    });
  }
}
