import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { endOf, scopesLeft } from '../domain/access-key.js';
import { hashCredential } from '../domain/agent-token.js';
import type { IdentifiedClient } from './identify-client.js';
import { AccessKeys } from './ports/access-keys.js';
import { SignedOnSince } from './signed-on-since.js';

export interface IntrospectedToken {
  readonly userId: number;
  readonly username: string;
  readonly clientId: string;
  readonly organizationId: number;
  readonly scopes: readonly string[];
  readonly expiresAt: Date;
}

/** Whether an access token is good at this moment (RFC 7662), for servers that an organization has registered: about its own grants. */
@Injectable()
export class IntrospectToken {
  constructor(
    private readonly keys: AccessKeys,
    private readonly signedOnSince: SignedOnSince,
    private readonly clock: Clock,
  ) {}

  /** @returns `null` for a token that is not, or that is none of the caller's organization */
  async execute(client: IdentifiedClient, text: string): Promise<IntrospectedToken | null> {
    const hash = hashCredential('access', text);
    if (hash === null || client.organizationId === null) return null;
    const found = await this.keys.findByAccessToken(hash, this.signedOnSince.moment());
    const now = this.clock.now();
    if (found === null || found.tokenExpiresAt <= now || endOf(found.key, found.terms, now) !== null) return null;
    const { organizationId, userId, clientId } = found.key;
    if (organizationId !== client.organizationId || clientId === null) return null;
    const { username, tokenExpiresAt: expiresAt } = found;
    return { userId, username, clientId, organizationId, scopes: scopesLeft(found.key, found.terms), expiresAt };
  }
}
