import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/ports/clock.js';
import { isDocumentAddress } from '../domain/agent-client.js';
import { hashCredential } from '../domain/agent-token.js';
import { OAuthRefusal } from '../domain/oauth-refusal.js';
import { AgentClients } from './ports/agent-clients.js';

export interface IdentifiedClient {
  readonly id: string;
  /** Of a client that has proved its secret. */
  readonly organizationId: number | null;
}

const UNKNOWN = new OAuthRefusal('invalid_client', 'The client is not known here, or its secret is wrong or has expired.');

/**
 * Who calls the token endpoint. A client with a document is public: it is only compared with the one that its code or token was made for, so
 * nothing is fetched here.
 */
@Injectable()
export class IdentifyClient {
  constructor(
    private readonly clients: AgentClients,
    private readonly clock: Clock,
  ) {}

  async execute(clientId: string, secret: string | null): Promise<IdentifiedClient | OAuthRefusal> {
    if (isDocumentAddress(clientId)) return secret === null ? { id: clientId, organizationId: null } : UNKNOWN;
    const client = await this.clients.findByClientId(clientId);
    if (client === null || client.hasSecrets !== (secret !== null)) return UNKNOWN;
    if (secret === null) return { id: clientId, organizationId: null };
    const hash = hashCredential('secret', secret);
    const isGood = hash !== null && (await this.clients.knowsSecret(client.id, hash, this.clock.now()));
    return isGood ? { id: clientId, organizationId: client.organizationId } : UNKNOWN;
  }
}
