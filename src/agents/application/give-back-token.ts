import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/ports/unit-of-work.js';
import { hashCredential } from '../domain/agent-token.js';
import { EndGrant } from './end-grant.js';
import type { IdentifiedClient } from './identify-client.js';
import { AgentTokens } from './ports/agent-tokens.js';

/** A client gives a token back (RFC 7009): with its refresh token it gives up what it was allowed. */
@Injectable()
export class GiveBackToken {
  constructor(
    private readonly tokens: AgentTokens,
    private readonly endGrant: EndGrant,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Does nothing for a token that is unknown, or of another client. */
  async execute(client: IdentifiedClient, text: string): Promise<void> {
    const kind = hashCredential('access', text) === null ? 'refresh' : 'access';
    const hash = hashCredential(kind, text);
    if (hash === null) return;
    await this.unitOfWork.run(async () => {
      const kept = await this.tokens.lock(kind, hash);
      if (kept?.clientId !== client.id) return;
      if (kind === 'access') await this.tokens.remove(hash);
      else await this.endGrant.execute(kept.keyId, 'client_revoked');
    });
  }
}
