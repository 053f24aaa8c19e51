import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { endOf } from '../domain/access-key.js';
import { REPEAT_SECONDS, hashCredential } from '../domain/agent-token.js';
import { OAuthRefusal } from '../domain/oauth-refusal.js';
import { EndGrant } from './end-grant.js';
import type { IdentifiedClient } from './identify-client.js';
import { type IssuedTokens, IssueTokens } from './issue-tokens.js';
import { AccessKeys } from './ports/access-keys.js';
import { AgentTokens } from './ports/agent-tokens.js';
import { SignedOnSince } from './signed-on-since.js';

const REFUSED = new OAuthRefusal('invalid_grant', 'The refresh token is unknown, used or too old, or what it stands for has ended.');

/**
 * Each refresh token is good once (RFC 9700 section 4.14.2). Within 30 seconds its repetition gets the same answer: a program may run twice,
 * or have lost the answer. Later somebody else has it, and the grant ends.
 */
@Injectable()
export class RefreshTokens {
  constructor(
    private readonly tokens: AgentTokens,
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly issueTokens: IssueTokens,
    private readonly endGrant: EndGrant,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns a refusal as a value, because what it has ended is committed; one that ends nothing costs no token */
  async execute(client: IdentifiedClient, text: string): Promise<IssuedTokens | OAuthRefusal> {
    const hash = hashCredential('refresh', text);
    if (hash === null) return REFUSED;
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const kept = await this.tokens.lock('refresh', hash);
      if (kept === null || kept.clientId !== client.id || kept.expiresAt <= now) return REFUSED;
      if (kept.spentAt !== null && now.getTime() - kept.spentAt.getTime() > REPEAT_SECONDS * 1000) {
        await this.endGrant.execute(kept.keyId, 'misused');
        return REFUSED;
      }
      const found = await this.keys.findById(kept.keyId, this.signedOnSince.moment());
      if (found === null || endOf(found.key, found.terms, now) !== null) return REFUSED;
      if (kept.spentAt !== null) return (await this.issueTokens.again(text, found.key, found.terms)) ?? REFUSED;
      await this.tokens.spend(hash, now);
      return this.issueTokens.execute(text, found.key, found.terms);
    });
  }
}
