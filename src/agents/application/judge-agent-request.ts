import { Injectable } from '@nestjs/common';
import { ListAffiliations } from '../../organizations/application/list-affiliations.js';
import type { Caller } from '../../shared/caller.js';
import { ServiceOrigin } from '../../shared/ports/service-origin.js';
import { type AgentClient, isRedirectAddress, matchesRedirect } from '../domain/agent-client.js';
import { ClientNotAdmitted } from '../domain/agent.errors.js';
import { type AgentRules, FIRST_RULES, admitsClient } from '../domain/agent-rules.js';
import { type AuthorizationRequest, answerAddress, readAuthorizationRequest, unreadable } from '../domain/authorization-request.js';
import { FindClient } from './find-client.js';
import { AgentRuleBook } from './ports/agent-rule-book.js';

export interface JudgedRequest {
  readonly request: AuthorizationRequest;
  readonly client: AgentClient;
  /** Those of the person that let the client connect, at least one. */
  readonly organizations: readonly { readonly id: number; readonly name: string; readonly rules: AgentRules }[];
  /** Where the browser goes when the person says no, or when the request is refused. */
  readonly declineTo: string;
}

/**
 * Reads what a client asks a signed-in person for. Strangers are only sent to the page that asks for it, so that nothing is stored or
 * fetched for them.
 */
@Injectable()
export class JudgeAgentRequest {
  constructor(
    private readonly listAffiliations: ListAffiliations,
    private readonly ruleBook: AgentRuleBook,
    private readonly findClient: FindClient,
    private readonly origin: ServiceOrigin,
  ) {}

  /** @throws ValidationFailed for an unknown client or address, to which nobody is sent; ClientNotAdmitted */
  async execute(caller: Caller, query: string): Promise<JudgedRequest> {
    const { publicUrl } = this.origin;
    const request = readAuthorizationRequest(query, `${publicUrl}/mcp`);
    const affiliations = await this.listAffiliations.execute(caller.userId);
    const book = await this.ruleBook.of(affiliations.map(({ organizationId }) => organizationId));
    const places = affiliations.map(({ organizationId: id, organizationName: name }) => ({ id, name, rules: book.get(id) ?? FIRST_RULES }));
    const client = await this.findClient.execute(
      request.clientId,
      caller.userId,
      places.map(({ rules }) => rules),
    );
    const { redirectUri } = request;
    const isKnown = client.redirectUris.some((known) => matchesRedirect(known, redirectUri));
    if (!isKnown || !isRedirectAddress(redirectUri, { ownSchemes: client.host === null }))
      throw unreadable('The program wants its answer at an address that it has not registered. Do not connect it; tell those who make it.');
    const organizations = places.filter(({ id, rules }) => admitsClient(rules, id, client));
    if (organizations.length === 0) throw new ClientNotAdmitted();
    const { error, description } = request.refusal ?? { error: 'access_denied', description: 'The person did not allow it.' };
    return { request, client, organizations, declineTo: answerAddress(request, { error, error_description: description }, publicUrl) };
  }
}
