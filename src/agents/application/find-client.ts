import { Injectable } from '@nestjs/common';
import { type AgentClient, clientOfDocument, isDocumentAddress } from '../domain/agent-client.js';
import { ClientNotAdmitted } from '../domain/agent.errors.js';
import { type AgentRules, listsDocument } from '../domain/agent-rules.js';
import { unreadable } from '../domain/authorization-request.js';
import { AgentClients } from './ports/agent-clients.js';
import { ClientDocuments } from './ports/client-documents.js';

const UNKNOWN = 'No organization here knows this program. Ask an administrator to register it, or to list its address.';
const NO_DOCUMENT =
  'The document at the address of the program cannot be read, is about another program, or asks for a kind of sign-in that is not served here. Tell those who make it.';

/** Who a client is, by its registration here or by the document at its address. */
@Injectable()
export class FindClient {
  constructor(
    private readonly clients: AgentClients,
    private readonly documents: ClientDocuments,
  ) {}

  /**
   * @param rules of the organizations of the person who waits: a document is fetched only where one of them lists it
   * @throws ValidationFailed, ClientNotAdmitted
   */
  async execute(clientId: string, userId: number, rules: Iterable<AgentRules>): Promise<AgentClient> {
    if (!isDocumentAddress(clientId)) {
      const found = await this.clients.findByClientId(clientId);
      if (found === null) throw unreadable(UNKNOWN);
      const { name, organizationId, redirectUris } = found;
      return { id: clientId, name, host: null, organizationId, redirectUris };
    }
    if (![...rules].some((one) => listsDocument(one, clientId))) throw new ClientNotAdmitted();
    const client = clientOfDocument(clientId, await this.documents.read(clientId, `user ${userId}`));
    if (client === null) throw unreadable(NO_DOCUMENT);
    return client;
  }
}
